/**
 * Runs the shipped program as often as its parent asks, each time to its end, one run after the other: with arguments, settings,
 * current folder and streams of its own, but without the start of a process. The modules of the program stay loaded.
 */
const fs = require('node:fs')
const { Writable } = require('node:stream')

const [main] = process.argv.slice(2)
const usualEnv = { ...process.env }
const { writeSync } = fs
const usualFolder = process.cwd()

/** Keeps what is written to it. */
const kept = () => {
  const stream = new Writable({
    write(chunk, _, done) {
      stream.text += chunk
      done()
    },
  })
  return Object.assign(stream, { text: '' })
}

const show = (name, value) => Object.defineProperty(process, name, { configurable: true, value })

function run({ args, env, folder }) {
  const [out, err] = [kept(), kept()]
  show('stdout', out)
  show('stderr', err)
  fs.writeSync = (descriptor, data, from = 0, ...rest) => {
    if (descriptor > 2) return writeSync(descriptor, data, from, ...rest)
    const stream = descriptor === 1 ? out : err
    stream.write(data.subarray?.(from) ?? data)
    return data.length - from
  }
  process.argv = [process.execPath, main, ...args]
  process.env = { ...usualEnv, ...env }
  process.chdir(usualFolder)
  process.chdir(folder)
  return new Promise((resolve) => {
    process.exit = (code) => resolve({ code, out: out.text, err: err.text })
    delete require.cache[main]
    require(main)
  })
}

let last = Promise.resolve()

process.on('message', ({ id, ...asked }) => {
  last = last.then(() => run(asked)).then((ended) => process.send({ id, ...ended }))
})
const { exit } = process
process.on('disconnect', () => exit(0))
