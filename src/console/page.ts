/**
 * The console page: one sandbox at a glance, for people. Works without script, but for what is live and the buttons.
 *
 * @module
 */
import { credentialsSection, sandboxesSection } from './callers.ts'
import { conformanceSection, moreSection } from './conformance.ts'
import type { ConsoleFacts } from './facts.ts'
import { type Html, html } from './html.ts'
import { journalSection } from './journal.ts'
import { clockSection, overview } from './overview.ts'
import { scenarioSection } from './scenario.ts'

/** Nothing but what this server sends itself: no markup that a client smuggled in could load or run anything. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%223%22 fill=%22%230b6e6e%22/%3E%3Cpath d=%22M4 4v5a4 4 0 0 0 8 0V4%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%222%22/%3E%3C/svg%3E'

/** The page of a sandbox. */
export function consolePage(facts: ConsoleFacts): Response {
  const { sandbox, place } = facts
  return page(200, place.base, {
    title: `${sandbox} · Understay`,
    body: html`<body data-base="${place.base}" data-sandbox="${sandbox}">
<a class="skip" href="#journal-title">To the journal</a>
<header>
<h1>Understay <span class="sandbox">${sandbox}</span></h1>
<div class="actions script-only">
<form data-call="POST reset" data-confirm="Reset the sandbox? Rows, tokens, sessions, clock and journal go back to the beginning."><button class="danger">Reset</button></form>
<button type="button" id="forget" hidden>Forget the token</button>
</div>
<p id="said" role="status" aria-live="polite"></p>
<noscript><p>The buttons and the live journal need script. Everything else works without; reload to see what is new.</p></noscript>
</header>
<main>
<div class="column">${overview(facts)}
${clockSection(facts)}
${conformanceSection(facts)}</div>
<div class="column">${scenarioSection(facts)}</div>
<div class="column">${credentialsSection(facts)}
${sandboxesSection(facts)}</div>
${journalSection(facts)}
${moreSection(facts)}
</main>
</body>`,
  })
}

/** What a browser gets that did not bring the control token: a field to put it in, and nothing about the server. */
export function lockedPage(base: string): Response {
  return page(401, base, {
    title: 'Understay',
    body: html`<body data-base="${base}" data-locked>
<header><h1>Understay</h1></header>
<main><section class="whole" aria-labelledby="locked-title">
<h2 id="locked-title">This server asks for its control token</h2>
<form id="unlock" class="actions script-only"><label for="token">Control token</label><input id="token" type="password" required autocomplete="off"><button>Show the sandbox</button></form>
<p>It is what the server was started with as <code>--control-token</code>. It is kept in this tab only, until it is closed.</p>
<p id="said" role="status" aria-live="polite"></p>
<noscript><p>Without script, send it yourself: <code>curl -H 'Authorization: Bearer CONTROL_TOKEN' -H 'Accept: text/html'</code> and this address.</p></noscript>
</section></main>
</body>`,
  })
}

function page(status: 200 | 401, base: string, { title, body }: { readonly title: string; readonly body: Html }): Response {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${base}/console.css">
<script type="module" src="${base}/console.js"></script>
</head>
${body}
</html>
`
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      Vary: 'Accept, Authorization',
    },
  })
}
