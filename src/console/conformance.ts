/**
 * How the client does, in a line, and where everything else is.
 *
 * @module
 */
import type { ConsoleFacts } from './facts.ts'
import { badge, type Html, html } from './html.ts'

/** The verdict so far, the conformance of the client, and the report in its formats. */
export function conformanceSection({ report, place: { base } }: ConsoleFacts): Html {
  const { conformance, verdict, reasons, calls } = report
  const begun = calls.total + calls.dropped > 0
  const { counts } = conformance
  const summed = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome.replace('-', ' ')}`)
  return html`<section aria-labelledby="conformance-title">
<h2 id="conformance-title">Conformance</h2>
<div id="conformance" data-live>
<p>${verdictBadge(conformance.passed, begun)} ${conformance.reason}<br><small>Rules: ${summed.join(', ')}</small></p>
<p>${verdictBadge(verdict === 'passed', begun)} The run as a whole${reasons.length > 0 && html`, so far: <ul>${reasons.slice(0, MAX_REASONS).map((reason) => html`<li>${reason}</li>`)}</ul>`}${reasons.length > MAX_REASONS && html` <small>and ${reasons.length - MAX_REASONS} more</small>`}</p>
</div>
<p>The report: <a href="${base}/report?format=md" data-file="report.md">Markdown</a>, <a href="${base}/report?format=json" data-file="report.json">JSON</a>, <a href="${base}/report?format=junit" data-file="junit.xml">JUnit</a></p>
</section>`
}

const MAX_REASONS = 5

/** Before the first call there is nothing to blame a client for. */
function verdictBadge(passed: boolean, begun: boolean): Html {
  if (!begun) return badge('plain', 'no call yet')
  return passed ? badge('good', 'passed') : badge('bad', 'failed')
}

const LINKS: readonly (readonly [path: string, name: string, what: string])[] = [
  ['operations', 'Operations', 'every operation with path and scope'],
  ['choices', 'Choices', 'what is answered where the interface is silent'],
  ['openapi.json', 'OpenAPI of the service', 'the interface for tools'],
  ['control-openapi.json', 'OpenAPI of the control API', 'everything this page does, and more'],
  ['events', 'Events', 'what happened in the world'],
  ['sessions', 'Sessions', 'booking sessions that have not ended'],
  ['state?as=fixtures', 'State as a fixture', 'to freeze a bug into a file'],
]

const PAGES = ['docs/control-api.md', 'docs/scenarios/README.md', 'docs/conformance.md', 'docs/choices.md', 'docs/limits.md']

/** Where there is more to read. */
export function moreSection({ place: { base } }: ConsoleFacts): Html {
  const items = LINKS.map(
    ([path, name, what]) =>
      html`<li><a href="${base}/${path}" data-file="${path.replace(/\?.*/, '')}">${name}</a> <span class="about">${what}</span></li>`,
  )
  return html`<section aria-labelledby="more-title">
<h2 id="more-title">More</h2>
<ul class="plain">${items}</ul>
<p>In the documents: ${PAGES.map((page, index) => html`${index > 0 && ', '}<code>${page}</code>`)}</p>
</section>`
}
