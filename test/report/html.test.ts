import { expect, test } from 'vitest'
import { htmlPage } from '../../src/report/html.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { reportOf } from '../../src/report/report.ts'
import { aBadRun, aCall, aGrade, aRun, aVerdict } from './a-run.ts'

const HOSTILE = [
  '<script>alert(1)</script>',
  '</details><img src=x onerror=alert(1)>',
  '<details><summary><b onclick=x>',
  '![x](http://x.example/p.png)',
  '[x](javascript:alert(1))',
  '`</code>|**b**',
  'https://x.example/?a=<svg/onload=x>',
  '&lt;script&gt;',
]

test.each(HOSTILE)('text of a client stays text: %s', (text) => {
  const rule = aVerdict({ outcome: 'failed', offences: [{ what: `#3 sent ${text}`, entries: [3] }] })
  const call = aCall(3, { target: `/x?${text}`, request: text, response: text, refusal: text, refusalCode: 'scope_missing' })
  const page = htmlPage(
    markdownReport(
      reportOf(
        aBadRun({
          command: text,
          scenario: { name: text, about: text },
          conformance: aGrade(rule),
          entries: [aCall(1), aCall(2), call],
        }),
      ),
    ),
  )
  const tags = new Set([...page.matchAll(/<(?!!)([^>]*)>/g)].map(([, tag = '']) => tag))
  const known =
    /^(?:\/?(?:html|head|title|style|body|main|h[1-3]|p|ul|li|strong|em|code|pre|table|thead|tbody|tr|t[hd]|details|summary|div|b)|html lang="en"|meta [^<]*|b (?:class="\w+" )?title="\w+"|div class="scroll" tabindex="0"|code class="language-text")$/
  expect([...tags].filter((tag) => !known.test(tag))).toEqual([])
  expect(page).not.toMatch(/<(?:a|img|script|svg)\b/)
})

test('a page needs no network, and has the calls of each finding', () => {
  const rule = aVerdict({ outcome: 'failed', offences: [{ what: '#2 requestToken was sent as JSON', entries: [2, 3] }] })
  const entries = [
    aCall(1),
    aCall(2, { method: 'POST', request: 'a=1', response: '{"meta":0}', status: 400 }),
    aCall(3),
    aCall(4),
  ]
  const page = htmlPage(markdownReport(reportOf(aRun({ outcomes: [], conformance: aGrade(rule), entries }))))
  expect(page).not.toMatch(/\b(?:src|href|url)\s*[=(]/)
  expect(page).toContain("default-src 'none'")
  const finding = page.slice(page.indexOf('requestToken was sent as JSON', page.indexOf('<h3>')))
  const rows = [
    ...(/<summary>Calls: 2<\/summary>([\s\S]*?)<\/table>/.exec(finding)?.[1] ?? '').matchAll(/<tr>\n([\s\S]*?)<\/tr>/g),
  ]
  const cells = rows.map(([, row = '']) =>
    [...row.matchAll(/<td>(.*)<\/td>/g)].map(([, cell = '']) => cell.replace(/<\/?code>/g, '')),
  )
  expect(cells.slice(1)).toEqual([
    ['#2', '2026-05-02 09:00:02', 'POST /listbooking/2', '400', '', 'a=1', '{&quot;meta&quot;:0}'],
    ['#3', '2026-05-02 09:00:03', 'GET /listbooking/3', '200', '', '', ''],
  ])
})

test('every column has a heading, and code in texts of rules is code', () => {
  const remedy = 'Send `scope`, or see choice `step_order`'
  const rule = aVerdict({ outcome: 'failed', remedy, source: 'choices `a_b`', offences: [{ what: 'sent `x`', entries: [2] }] })
  const page = htmlPage(markdownReport(reportOf(aBadRun({ conformance: aGrade(rule) }))))
  expect(page).not.toContain('<th></th>')
  expect(page).toContain('Send <code>scope</code>, or see choice <code>step_order</code>')
  expect(page).toContain('Source: choices <code>a_b</code>.')
  expect(page).toContain('sent `x`')
})
