/**
 * Runs of the shipped program in a process that the tests of a worker share. For verbs that end by themselves, read no standard
 * input and wait for no signal. At least one test of each verb starts a process of its own.
 *
 * @module
 */
import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { requireBuild } from '../support/built.ts'
import { newFolder, PROGRAM } from './program.ts'

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

let shared: ChildProcess | undefined
let runs = 0
const asked = new Map<number, { readonly resolve: (ended: Ended) => void; readonly reject: (error: Error) => void }>()

function sharedProcess(): ChildProcess {
  if (shared) return shared
  requireBuild()
  const folder = newFolder()
  const files = ['out', 'err'].map((name) => join(folder, name))
  const [out, err] = files.map((file) => openSync(file, 'a'))
  shared = fork('test/process/shared-process.cjs', [resolve(PROGRAM), ...files], {
    execArgv: [],
    stdio: ['ignore', out, err, 'ipc'],
  })
  for (const descriptor of [out, err]) if (descriptor !== undefined) closeSync(descriptor)
  shared.on('message', ({ id, ...ended }: Ended & { readonly id: number }) => {
    asked.get(id)?.resolve(ended)
    asked.delete(id)
  })
  shared.once('exit', () => {
    shared = undefined
    for (const { reject } of asked.values()) reject(new Error('the shared process ended'))
    asked.clear()
  })
  // It ends with the thread of the tests.
  shared.unref()
  shared.channel?.unref()
  return shared
}

/** Runs the program until it ends. */
export function runShared(args: readonly string[], env: Readonly<Record<string, string>> = {}, folder = '.'): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const id = runs++
    asked.set(id, { resolve, reject })
    sharedProcess().send({ id, args, env, folder })
  })
}
