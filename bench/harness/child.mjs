/**
 * Child processes of a benchmark, which end with it.
 *
 * @module
 */
import { fork, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from './errors.mjs'

const running = new Set()

/** Kills all running children; called whenever the benchmarks end. */
export function killAll() {
  for (const child of running) child.kill('SIGKILL')
}

function track(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Starts a module of the benchmarks that communicates by messages. */
export const startModule = (url) => track(fork(fileURLToPath(url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))

/** Starts `node` with these arguments. What it prints is collected in `child.printed`. */
export function startNode(args, options = {}) {
  const child = track(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }))
  child.printed = ''
  const keep = (chunk) => {
    child.printed += chunk
    child.emit('printed')
  }
  child.stdout?.setEncoding('utf8').on('data', keep)
  child.stderr?.setEncoding('utf8').on('data', keep)
  return child
}

/** Resolves with the first match of `pattern` in what the program prints. Rejects when it ends before, or on timeout. */
export function whenPrinted(child, pattern, { name, timeoutMs = 30_000 }) {
  return new Promise((resolve, reject) => {
    const done = (settle, value) => {
      clearTimeout(timer)
      child.off('printed', look)
      child.off('exit', ended)
      settle(value)
    }
    const look = () => {
      const match = pattern.exec(child.printed)
      if (match) done(resolve, match)
    }
    const ended = (code, signal) =>
      done(reject, new BenchmarkError(`${name} ended (${code ?? signal}) before it listened:\n${tail(child)}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      done(reject, new BenchmarkError(`${name} did not say within ${timeoutMs / 1000} s that it listens:\n${tail(child)}`))
    }, timeoutMs)
    child.on('printed', look)
    child.once('exit', ended)
    look()
  })
}

/**
 * Starts a server that cannot choose a port itself and waits until it answers `path` with 200. Its standard output is
 * discarded, because reading a log would take processor time.
 */
export async function startAnswering(name, args, path, options = {}) {
  const port = await freePort()
  const child = startNode(args(port), { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  const until = performance.now() + 30_000
  while (!(await answers(port, path))) {
    if (child.exitCode !== null) throw new BenchmarkError(`${name} ended (${child.exitCode}) before it answered:\n${tail(child)}`)
    if (performance.now() > until) throw new BenchmarkError(`${name} did not answer ${path} within 30 s:\n${tail(child)}`)
    await pause(50)
  }
  return { child, pid: child.pid, port, stop: () => stop(child) }
}

async function answers(port, path) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: 'Bearer x' } })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/** Sends SIGTERM and waits for the exit; kills the program after five seconds. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(timer)
}

/** A free port above 20000, for programs that cannot choose one themselves. */
async function freePort() {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await canListen(port)) return port
  }
  throw new BenchmarkError('found no free port above 20000')
}

function canListen(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** The last lines a program printed. */
const tail = (child) => child.printed.trimEnd().split('\n').slice(-15).join('\n')
