/**
 * Blocks that are programs: what runs them, and what looks them over when they are not to be run.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Loader, transform } from 'esbuild'
import { isHere } from './process.ts'

export interface ProgramLanguage {
  readonly extension: string
  /** The program on the machine without which nothing can be run, and how it is asked whether it works. */
  readonly needs: readonly [program: string, ...ask: string[]]
  readonly run: (file: string) => readonly string[]
  /** Turns the code into what is run, where it is not run as it stands. */
  readonly prepare?: (code: string) => Promise<string>
  /** What is wrong with the code, without running it. Without this, nothing can look. */
  readonly problem?: (code: string) => Promise<string | undefined>
}

const VITEST = resolve('node_modules/vitest/vitest.mjs')
const NODE: ProgramLanguage['needs'] = [process.execPath, '--version']

/** A file of tests is run by Vitest, as its author would. */
const runNode = (file: string): readonly string[] =>
  /\.test\.m?[jt]s$/.test(file)
    ? [process.execPath, VITEST, 'run', '--root', '.', file]
    : [process.execPath, '--no-warnings', file]

const js: ProgramLanguage = { extension: 'mjs', needs: NODE, run: runNode, problem: (code) => syntaxProblem(code, 'js') }

const ts: ProgramLanguage = {
  ...js,
  prepare: async (code) => (await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })).code,
  problem: (code) => syntaxProblem(code, 'ts'),
}

const sh: ProgramLanguage = {
  extension: 'sh',
  needs: ['bash', '--version'],
  run: (file) => ['bash', '-euo', 'pipefail', file],
  problem: said('bash', '-n'),
}

const python: ProgramLanguage = {
  extension: 'py',
  needs: ['python3', '--version'],
  run: (file) => ['python3', file],
  problem: said('python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read(), "the block")'),
}

const php: ProgramLanguage = {
  extension: 'php',
  // Without the curl extension, no client can be run.
  needs: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
  run: (file) => ['php', file],
  problem: said('php', '-l'),
}

/** The programming languages, by the word behind the fence. */
export const PROGRAMS: Readonly<Record<string, ProgramLanguage>> = {
  sh,
  bash: sh,
  js,
  mjs: js,
  ts,
  python,
  php,
  // A single file needs no build, and no name that fits its class.
  java: { extension: 'java', needs: ['javac', '-version'], run: (file) => ['java', file], problem: javaProblem },
}

/** Why a block in this language cannot be run on this machine; undefined when it can. */
export function lacking({ needs: [program, ...ask] }: ProgramLanguage): string | undefined {
  return isHere(program, ...ask) ? undefined : `no ${program} here`
}

async function syntaxProblem(code: string, loader: Loader): Promise<string | undefined> {
  try {
    await transform(code, { loader, format: 'esm', target: 'esnext', logLevel: 'silent' })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A program that reads code from standard input, complains about it, and ends with something else than 0. */
function said(program: string, ...args: readonly string[]): (code: string) => Promise<string | undefined> {
  return async (code) => {
    const { status, stdout, stderr } = spawnSync(program, args, { input: code, encoding: 'utf8' })
    return status === 0 ? undefined : `${stderr}${stdout}`.trim()
  }
}

/** The compiler stops once it has read the code: what is imported need not be there. */
async function javaProblem(code: string): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'understay-java-'))
  const file = join(folder, 'Block.java')
  writeFileSync(file, code)
  try {
    return await said('javac', '--should-stop=ifNoError=PARSE', '-proc:none', file)('')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
