/**
 * The parts of pages that need the report, which takes longest. Without it they have the class `pending`: the page's script fetches
 * them after the page.
 */
import { html } from 'hono/html'
import { countText } from '../base/count-text.ts'
import { expectationBadge } from './activity.ts'
import type { Report, SandboxListed } from './control-responses.ts'
import { badge, type Html, menu, readable, shortened, type Value, valueList } from './markup.ts'

const MAX_REASONS = 5

export const VERDICT_TONES = { passed: 'good', failed: 'bad', inconclusive: 'warn', 'no calls': 'plain' } as const

/** All of them, for the script. @param entry the call that is open @param sandboxes of the list that is shown, with their verdicts */
export function reportParts(base: string, report: Report, entry: number, sandboxes: readonly SandboxListed[]): Html {
  return html`<body>${[verdictMenu(base, report), faultCount(report), setup(base, report), callCount(report), brokenCount(report), countsFor(base, entry, report), sandboxes.map(verdictBadge)]}</body>`
}

export function verdictMenu(base: string, report: Report | undefined): Html {
  const link = html`<p><a href="${base}/console/rules">Rules and report</a></p>`
  if (!report) return menu('verdict-menu', badge('plain', 'verdict'), link, 'verdict pending')
  const { verdict, reasons, calls, conformance } = report
  if (calls.total + calls.dropped === 0)
    return menu(
      'verdict-menu',
      html`${badge('plain', 'no calls yet')}`,
      html`<h2>No verdict yet</h2><p>Point your client at this sandbox. After its first call this says whether it passes, and why not.</p>`,
      'verdict',
    )
  const first = reasons[0]
  return menu(
    'verdict-menu',
    html`${badge(VERDICT_TONES[verdict], verdict)}${first !== undefined && html` <span class="reason">${shortened(readable(first), 160)}</span>`}`,
    html`<h2>The run as it is now: ${verdict}</h2>
${reasons.length > 0 && html`<ul>${reasons.slice(0, MAX_REASONS).map((reason) => html`<li>${shortened(readable(reason), 400)}</li>`)}</ul>`}
${reasons.length > MAX_REASONS && html`<p>and ${reasons.length - MAX_REASONS} more</p>`}
<p>${readable(conformance.reason)}</p>
${link}`,
    'verdict',
  )
}

/** The verdict of a sandbox in a list. It is known without its report where it was not called. */
export function verdictBadge({ name, in_use: inUse, calls, verdict = calls ? undefined : 'no calls' }: SandboxListed): Html {
  if (!inUse) return badge('plain', 'on disk')
  return html`<span id="verdict-of-${name}"${!verdict && html` class="pending"`}>${verdict && badge(VERDICT_TONES[verdict], verdict)}</span>`
}

/** How many faults were applied, for the button of the scenario. */
export function faultCount(report: Report | undefined): Html {
  if (!report) return html`<small id="fault-count" class="pending"></small>`
  const { faults } = report
  const happened = faults.filter(({ state }) => state === 'happened').length
  return html`<small id="fault-count">${faults.length > 0 && `${happened}/${countText(faults.length, 'fault')}`}</small>`
}

/** How the sandbox was set up. */
export function setup(base: string, report: Report | undefined): Html {
  const choices = html`<a href="${base}/console/choices">All choices, and what set them</a>`
  if (!report) return html`<div id="setup" class="pending">${choices}</div>`
  const answers = Object.entries(report.choices)
  return html`<div id="setup">${valueList([
    ['Seed', report.seed],
    ['Version', report.understay],
    [
      'Choices',
      html`${answers.length > 0 && html`<ul class="plain">${answers.map(([id, answer]) => html`<li><a href="${base}/docs/choices.md#${id}"><code>${id}=${answer}</code></a></li>`)}</ul>`}${choices}`,
    ],
  ])}</div>`
}

/** The number of calls, in the tab of the calls. */
export const callCount = (report: Report | undefined): Html =>
  html`<span id="call-count" class="count${!report && ' pending'}">${report && report.calls.total > 0 && report.calls.total}</span>`

/** The number of broken rules, in the tab of the rules. */
export function brokenCount(report: Report | undefined): Html {
  const failed = report?.conformance.counts.failed ?? 0
  return html`<span id="broken-count" class="count bad${!report && ' pending'}">${failed > 0 && `${failed} broken`}</span>`
}

/** The rules and expectations in which the report names a call. */
export function countsFor(base: string, id: number, report: Report | undefined): Html {
  const content = report ? namesOf(base, id, report) : html`<p><small>…</small></p>`
  return html`<section id="counts-for-${id}"${!report && html` class="pending"`}><h3>Counts for</h3>${content}</section>`
}

function namesOf(base: string, id: number, report: Report): Value {
  const rules = report.conformance.rules.flatMap((rule) => {
    const offence = rule.offences.find(({ entries }) => entries.includes(id))
    const remark = rule.remarks.find(({ entries }) => entries.includes(id))
    const found = offence ?? remark
    return found
      ? [
          html`<li>${badge(offence ? (rule.outcome === 'failed' ? 'bad' : 'warn') : 'plain', offence ? rule.outcome : 'noted')} <a href="${base}/console/rules#rule-${rule.id}"><code>${rule.id}</code></a> ${readable(found.what)} <small>${rule.remedy}</small></li>`,
        ]
      : []
  })
  const expectations = report.expectations.flatMap(({ id: name, state, wanted, entries }) =>
    entries.includes(id)
      ? [
          html`<li>${expectationBadge({ state })} <a href="${base}/console/scenario#expect-${name}"><code>${name}</code></a> ${wanted}</li>`,
        ]
      : [],
  )
  const all = [...rules, ...expectations]
  if (all.length === 0) return html`<p><small>No rule and no expectation names this call.</small></p>`
  return html`<ul class="plain">${all}</ul>`
}
