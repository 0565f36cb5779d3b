/** `understay grade`: checks a recording against the conformance rules. */

import { productOf } from '../../api/product.ts'
import { countText } from '../../base/count-text.ts'
import { shellWord } from '../../base/shell-word.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import { UsageError } from '../../config/usage-error.ts'
import { type Conformance, checkConformance } from '../../conformance/conformance.ts'
import type { Facts } from '../../conformance/exchange.ts'
import { inputName } from '../../fixtures/standard-input.ts'
import { elsewhereText } from '../../replay/recording-messages.ts'
import { Secrets } from '../../replay/secrets.ts'
import { conformanceSection } from '../../report/markdown-conformance.ts'
import { prose } from '../../report/markdown-text.ts'
import { namedCalls } from '../../report/named-calls.ts'
import type { NamedCall } from '../../report/report-data.ts'
import { conformanceParts, type Summary, VERDICT_MARKS } from '../../report/summary.ts'
import { exitCodeOf } from '../exit-code.ts'
import { readKind, readWord } from '../flag-words.ts'
import { STANDARD_OUTPUT, writeOutput } from '../output-file.ts'
import { readRecordingFile } from '../recording-file.ts'
import { screenText } from '../screen.ts'
import { readVerb } from '../verb-flags.ts'
import { gradedRun } from './recorded-calls.ts'
import { type Gap, gapSection, gapsOf, gapText } from './recording-gaps.ts'

/** Default lifetime of a token in milliseconds, when the response does not name it. */
const DEFAULT_TOKEN_LIFETIME_MS = 3_600_000

/**
 * Checks a file. Returns 0 when no required rule is broken, 3 when one is, 4 when rules are inconclusive and --strict is set.
 * @throws UsageError
 */
export async function runGrade(args: readonly string[]): Promise<number> {
  const files: string[] = []
  const { config, own, flag } = await readVerb('grade', args, files)
  const [file, another] = files
  if (file === undefined) throw new UsageError('understay grade needs a file: understay grade FILE.har, or - for standard input')
  if (another !== undefined) throw new UsageError(`understay grade takes one file; remove ${another}`)
  const format = readWord('format', flag('format') ?? 'text', FORMATS)
  const kind = readKind(flag('kind'))
  const product = productOf(config.product)
  const secrets = new Secrets()
  const recording = readRecordingFile(file, product.apiPath, secrets)
  const { calls, missing, speed, notes } = gradedRun(recording, product.apiPath)
  if (calls.length === 0 && recording.exchanges.length > 0)
    throw new UsageError(`${inputName(file)}: ${elsewhereText(recording.exchanges, product.apiPath)}`)
  // Of a file without calls the notes say what to do: without a path, the verdict gives no advice for a client that runs.
  const judged = calls.length === 0 ? { ...product, apiPath: '' } : product
  const conformance = checkConformance(calls, factsOf(judged, { kind, missing, speed }))
  const verdict = !conformance.passed ? 'failed' : conformance.counts.inconclusive > 0 ? 'inconclusive' : 'passed'
  const why = gapsOf(conformance.rules, missing)
  const graded: Graded = { verdict, file, kind: kind ?? null, calls: calls.length, notes, why, conformance }
  const named = namedCalls(calls, [], conformance, (text) => secrets.masked(text))
  const text = await TEXTS[format](graded, named)
  writeOutput('--output', flag('output') ?? STANDARD_OUTPUT, text)
  return exitCodeOf(verdict, own['strict'] !== undefined)
}

/** The facts about a recording that the rules need. */
export const factsOf = (product: ReturnType<typeof productOf>, known: Pick<Facts, 'kind' | 'missing' | 'speed'>): Facts => ({
  operations: OPERATIONS,
  tokenLifetimeMs: DEFAULT_TOKEN_LIFETIME_MS,
  product,
  dropped: 0,
  ...known,
})

interface Graded {
  readonly verdict: Summary['verdict']
  readonly file: string
  readonly kind: string | null
  readonly calls: number
  readonly notes: readonly string[]
  readonly why: readonly Gap[]
  readonly conformance: Conformance
}

const FORMATS = ['text', 'md', 'html', 'json'] as const
const whereOf = ({ file, kind }: Graded): string =>
  `The whole report: understay grade ${shellWord(file)}${kind === null ? '' : ` --kind ${kind}`} --format md, or --format html --output report.html`

const TEXTS: Readonly<
  Record<(typeof FORMATS)[number], (graded: Graded, named: readonly NamedCall[]) => string | Promise<string>>
> = {
  text: (graded, named) => screenText(gradeSummary(graded, named), whereOf(graded)),
  md: markdown,
  html: async (graded, named) => (await import('../../report/html.ts')).htmlPage(markdown(graded, named)),
  json: (graded) => `${JSON.stringify(graded, null, 2)}\n`,
}

const headOf = ({ verdict, calls }: Graded, file: string): string =>
  `${VERDICT_MARKS[verdict]} Understay grade: ${verdict} (${file}, ${countText(calls, 'call')})`

function markdown(graded: Graded, named: readonly NamedCall[]): string {
  const { file, notes, why, conformance } = graded
  return `${[`# ${headOf(graded, prose(file))}`, ...notes.map(prose), ...gapSection(why), ...conformanceSection(conformance, named)].join('\n\n')}\n`
}

function gradeSummary(graded: Graded, namedCalls: readonly NamedCall[]): Summary {
  const { verdict, file, notes, why, conformance } = graded
  return {
    verdict,
    head: headOf(graded, file),
    parts: conformanceParts({ conformance, namedCalls }, [...why.map(gapText), ...notes]),
  }
}
