/**
 * Program blocks: how they are run, and how they are checked if they are not run.
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
  /** The required program, and the arguments that test it. */
  readonly needs: readonly [program: string, ...ask: string[]]
  readonly run: (file: string) => readonly string[]
  /** Converts the code to the executed form, if it differs. */
  readonly prepare?: (code: string) => Promise<string>
  /** Checks the code without running it; undefined if there is no checker. */
  readonly problem?: (code: string) => Promise<string | undefined>
}

const VITEST = resolve('node_modules/vitest/vitest.mjs')
const NODE: ProgramLanguage['needs'] = [process.execPath, '--version']

/** Test files are run with Vitest. */
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

/** The programming languages, by the info string of the fence. */
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

/** A checker that reads code from standard input, and exits with another code than 0 for invalid code. */
function said(program: string, ...args: readonly string[]): (code: string) => Promise<string | undefined> {
  return async (code) => {
    const { status, stdout, stderr } = spawnSync(program, args, { input: code, encoding: 'utf8' })
    return status === 0 ? undefined : `${stderr}${stdout}`.trim()
  }
}

/** Only parses the code, so that imports need not exist. */
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
