/** `understay grade`: checks a recording against the conformance rules. */

import { parseArgs } from 'node:util'
import { productOf } from '../../api/product.ts'
import { countText } from '../../base/count-text.ts'
import { notOneOfMessage } from '../../base/spelling.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import { readVerbConfig } from '../../config/config.ts'
import { CONFIG_FLAG } from '../../config/settings.ts'
import { UsageError } from '../../config/usage-error.ts'
import { checkConformance } from '../../conformance/conformance.ts'
import type { Facts } from '../../conformance/exchange.ts'
import { HarError, readRecording } from '../../replay/har.ts'
import { elsewhereText } from '../../replay/note.ts'
import { conformanceSection } from '../../report/markdown-conformance.ts'
import { prose } from '../../report/markdown-text.ts'
import { inputName, readInput } from '../input-file.ts'
import { writeOutput } from '../output-file.ts'
import { GRADE_FLAGS } from '../verb-flags.ts'
import { exitCodeOf, readKind } from '../verdict.ts'
import { gradedRun } from './recorded-calls.ts'
import { gapSection, gapsOf } from './recording-gaps.ts'

/** Default lifetime of a token in milliseconds, when the response does not name it. */
const DEFAULT_TOKEN_LIFETIME_MS = 3_600_000

/**
 * Checks a file. Returns 0 when no required rule is broken, 3 when one is, 4 when rules are inconclusive and --strict is set.
 * @throws UsageError
 */
export async function runGrade(args: readonly string[]): Promise<number> {
  const [file, rest] = splitFile(args)
  const { config, own } = await readVerbConfig(rest, process.env, { verb: 'grade', own: GRADE_FLAGS, only: ['product'] })
  const format = own['format']?.at(-1) ?? 'md'
  if (format !== 'md' && format !== 'json') throw new UsageError(`--format: ${notOneOfMessage(format, ['md', 'json'])}`)
  const kind = readKind(own['kind']?.at(-1))
  const product = productOf(config.product)
  const recording = readFile(file)
  const { calls, missing, speed, notes } = gradedRun(recording, product.apiPath)
  if (calls.length === 0 && recording.exchanges.length > 0)
    throw new UsageError(`${inputName(file)}: ${elsewhereText(recording.exchanges, product.apiPath)}`)
  const conformance = checkConformance(calls, factsOf(product, { kind, missing, speed }))
  const verdict = !conformance.passed ? 'failed' : conformance.counts.inconclusive > 0 ? 'inconclusive' : 'passed'
  const why = gapsOf(conformance.rules, missing)
  const text =
    format === 'json'
      ? `${JSON.stringify({ verdict, file, kind: kind ?? null, calls: calls.length, notes, why, conformance }, null, 2)}\n`
      : markdown({ verdict, file, calls: calls.length, notes }, [...gapSection(why), ...conformanceSection(conformance)])
  const output = own['output']?.at(-1)
  if (output === undefined) process.stdout.write(text)
  else writeOutput('--output', output, text)
  return exitCodeOf(verdict === 'inconclusive' && own['strict'] === undefined ? 'passed' : verdict, true)
}

/** The file, and everything else. @throws UsageError without a file */
function splitFile(args: readonly string[]): readonly [file: string, flags: readonly string[]] {
  const known = [...GRADE_FLAGS, CONFIG_FLAG]
  const options = Object.fromEntries(
    known.map(({ flag, value }) => [flag, { type: value ? ('string' as const) : ('boolean' as const) }]),
  )
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const place = tokens.find(({ kind }) => kind === 'positional')?.index
  const file = place === undefined ? undefined : args[place]
  if (place === undefined || file === undefined)
    throw new UsageError('understay grade needs a file: understay grade FILE.har, or - for standard input')
  return [file, args.filter((_, index) => index !== place)]
}

/** The facts about a recording that the rules need. */
export const factsOf = (product: ReturnType<typeof productOf>, known: Pick<Facts, 'kind' | 'missing' | 'speed'>): Facts => ({
  operations: OPERATIONS,
  tokenLifetimeMs: DEFAULT_TOKEN_LIFETIME_MS,
  product,
  dropped: 0,
  ...known,
})

interface GradeSummary {
  readonly verdict: string
  readonly file: string
  readonly calls: number
  readonly notes: readonly string[]
}

const MARKS: Readonly<Record<string, string>> = { passed: '✅', failed: '❌', inconclusive: '❔' }

const markdown = ({ verdict, file, calls, notes }: GradeSummary, blocks: readonly string[]): string =>
  `${[`# ${MARKS[verdict]} Understay grade: ${verdict} (${prose(file)}, ${countText(calls, 'call')})`, ...notes, ...blocks].join('\n\n')}\n`

function readFile(file: string) {
  try {
    return readRecording(readInput(file))
  } catch (error) {
    throw error instanceof HarError ? new UsageError(`${inputName(file)}: ${error.message}`) : error
  }
}
