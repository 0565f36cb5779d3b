/**
 * Runs the shipped program as often as its parent asks, each time to its end, one run after the other: with arguments, settings,
 * current folder and output of its own, but without the start of a process. The modules of the program stay loaded. Its standard
 * output and error are files, which the commands that it starts append to as well.
 */
const fs = require('node:fs')
const { Writable } = require('node:stream')

const [main, ...files] = process.argv.slice(2)
const usualEnv = { ...process.env }
const usualFolder = process.cwd()

/** Writes to a file descriptor. */
const plain = (descriptor) =>
  new Writable({
    write(chunk, _, done) {
      fs.writeSync(descriptor, chunk)
      done()
    },
  })

const show = (name, value) => Object.defineProperty(process, name, { configurable: true, value })

function run({ args, env, folder }) {
  for (const [name, descriptor] of [
    ['stdout', 1],
    ['stderr', 2],
  ]) {
    fs.ftruncateSync(descriptor)
    show(name, plain(descriptor))
  }
  process.argv = [process.execPath, main, ...args]
  process.env = { ...usualEnv, ...env }
  process.chdir(usualFolder)
  process.chdir(folder)
  return new Promise((resolve) => {
    process.exit = (code) => {
      // A process that ends listens to no signal: those of many runs would be reported as a leak.
      for (const name of process.eventNames()) if (String(name).startsWith('SIG')) process.removeAllListeners(name)
      const [out, err] = files.map((file) => fs.readFileSync(file, 'utf8'))
      resolve({ code, out, err })
    }
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
