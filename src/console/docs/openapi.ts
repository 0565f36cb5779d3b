/** The OpenAPI documents in a viewer, on a page of its own: its style sheet is written for whole pages. */
import { html } from 'hono/html'
import { type PageContext, pageResponse } from '../page.ts'

/** The viewer for the service, or with `api=control` for the control API. */
export function openapiPage({ base, query }: PageContext): Promise<Response> {
  const control = query.get('api') === 'control'
  return pageResponse(200, base, {
    title: `OpenAPI of ${control ? 'the control API' : 'the service'} · Understay`,
    styles: ['swagger-ui.css'],
    scripts: ['openapi.js'],
    classic: ['swagger-ui.js'],
    body: html`<body data-base="${base}" data-document="${base}/${control ? 'control-openapi.json' : 'openapi.json'}">
<a class="skip" href="#main">Skip to the content</a>
<header><h1><a href="${base}/" class="logo">Understay</a></h1><nav class="tabs" aria-label="Documents"><a href="${base}/docs/">Docs</a>${control ? html`<a href="${base}/docs/openapi">Service</a><a href="${base}/docs/openapi?api=control" aria-current="page">Control API</a>` : html`<a href="${base}/docs/openapi" aria-current="page">Service</a><a href="${base}/docs/openapi?api=control">Control API</a>`}</nav></header>
<div id="main" tabindex="-1"><div id="viewer"></div><noscript><p>The viewer needs script; the document is <a href="${base}/${control ? 'control-openapi.json' : 'openapi.json'}">here</a>.</p></noscript></div>
</body>`,
  })
}
