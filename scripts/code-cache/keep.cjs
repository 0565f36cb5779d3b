// Preloaded into the program: when its parent asks for it, writes what V8 has compiled of the script that the message names.
const { writeFileSync } = require('node:fs')
const vm = require('node:vm')

const scripts = new Map()
vm.Script = class extends vm.Script {
  constructor(code, options) {
    super(code, options)
    scripts.set(options.filename, this)
  }
}

process.on('message', (path) => {
  writeFileSync(`${path}.${process.version}-${process.arch}.cache`, scripts.get(path).createCachedData())
  process.disconnect()
  process.kill(process.pid, 'SIGTERM')
})
