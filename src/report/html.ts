/** A report as one HTML file, which needs no network: its Markdown in a page of its own. */
import { Marked, type Tokens } from 'marked'
import { xmlText } from './xml.ts'

/** The tags that reports write themselves; any other is text of a client. */
const OWN_TAGS = /^(?:<\/?details>|<\/?summary>|<details><summary>[\w :]*<\/summary>)\s*$/

/** The links of a certificate to the reports beside it; any other is text of a client. */
const OWN_LINK = /^[a-z0-9-]+\/report\.html$/

const marked = new Marked({
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => (OWN_TAGS.test(text) ? text : xmlText(text)),
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens)
      return OWN_LINK.test(href) ? `<a href="${href}">${text}</a>` : text
    },
    image: ({ text }: Tokens.Image) => xmlText(text),
  },
})

/** Marks that every font has, in place of emoji. */
const MARKS: Readonly<Record<string, string>> = {
  '✅': '<b class="good" title="passed">✓</b>',
  '❌': '<b class="bad" title="failed">✗</b>',
  '❔': '<b class="open" title="inconclusive">?</b>',
  '⚠️': '<b class="open" title="warned">!</b>',
  ℹ️: '<b title="noted">i</b>',
  '➖': '<b title="skipped">–</b>',
  '⏳': '<b title="waiting">…</b>',
}
const MARK = new RegExp(Object.keys(MARKS).join('|'), 'gu')

export function htmlPage(markdown: string): string {
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? 'Understay'
  const body = marked
    .parse(markdown, { async: false })
    .replaceAll('<th></th>', '<th><b class="heard" title="result">Result</b></th>')
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(MARK, (mark) => MARKS[mark] ?? mark)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${xmlText(title.replace(/[\\`]/g, ''))}</title><style>${STYLE}</style></head><body><main>
${body}</main></body></html>
`
}

const STYLE = `
:root{color-scheme:light dark;--text:#1d2125;--quiet:#5b6570;--line:#d5dae0;--raised:#f4f6f8;--page:#fff;--good:#1a7431;--bad:#b3261e;--open:#8a5a00}
@media(prefers-color-scheme:dark){:root{--text:#e4e8ec;--quiet:#a3adb8;--line:#3a434d;--raised:#1e252c;--page:#14191e;--good:#6fd08c;--bad:#ff8a80;--open:#f0c060}}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:76rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.35rem;line-height:1.3}h2{font-size:1.15rem;margin-top:2rem;border-bottom:1px solid var(--line)}h3{font-size:1rem;margin-bottom:.3rem}
code,pre{font:.87em/1.45 ui-monospace,monospace;background:var(--raised);border-radius:3px}code{padding:.1em .3em}
pre{padding:.7rem;white-space:pre-wrap}pre code{padding:0}
.scroll{overflow-x:auto;margin:.7rem 0}table{border-collapse:collapse;min-width:100%}
th,td{border:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top;min-width:1.5rem;max-width:28rem;overflow-wrap:break-word}td code{overflow-wrap:anywhere}
.heard{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}a{color:inherit}.good{color:var(--good)}.bad{color:var(--bad)}.open{color:var(--open)}
th{background:var(--raised);font-weight:600;white-space:nowrap}td:first-child,th:first-child{white-space:nowrap}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--quiet)}
@media print{details::details-content{content-visibility:visible;height:auto}}
`
