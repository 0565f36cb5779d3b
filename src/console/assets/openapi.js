/**
 * Starts the viewer of an OpenAPI document.
 *
 * @module
 */
import { controlToken } from './server.js'

document.documentElement.dataset.script = ''
const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()
const { base, document: address } = document.body.dataset
const token = controlToken()

const ui = window.SwaggerUIBundle({
  url: address,
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const { pathname, origin } = new URL(request.url, location.href)
    // The control token goes to the control API of this server only; calls of the service have tokens of their own.
    if (token && origin === location.origin && pathname.startsWith(`${base}/`)) request.headers.Authorization = `Bearer ${token}`
    return request
  },
})

/** Names what the viewer leaves without a name or a landmark; its list of operations is the main landmark of the page. */
function completeNames() {
  const viewer = document.getElementById('viewer')
  const give = (selector, name, value) => {
    for (const one of viewer.querySelectorAll(selector)) one.setAttribute(name, value)
  }
  for (const [selector, name] of Object.entries({
    '.information-container': 'About',
    '.scheme-container': 'Server and tokens',
  })) {
    give(selector, 'role', 'region')
    give(selector, 'aria-label', name)
  }
  give('h3.opblock-tag', 'aria-level', '2')
  give('#servers', 'aria-label', 'Server')
  give('.opblock-body h4', 'aria-level', '3')
  give('.opblock-body h5', 'aria-level', '4')
  give('.microlight', 'tabindex', '0')
  // too pale in an example; the viewer writes the colour into the element
  for (const one of viewer.querySelectorAll('.microlight [style*="211, 99, 99"]')) one.style.color = '#f99'
  for (const table of viewer.querySelectorAll('[id$="_responses"]')) table.setAttribute('aria-label', `Responses ${table.id}`)
  // a link inside a button; the button opens the same operation
  for (const link of viewer.querySelectorAll('button a[href]')) link.removeAttribute('href')
}
new MutationObserver(completeNames).observe(document.getElementById('viewer'), { childList: true, subtree: true })

/** Fills in the first client, so that "Authorize" needs no typing. */
async function fillCredentials() {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const [client] = await (await fetch(`${base}/credentials`, { headers })).json()
  if (client) ui.initOAuth({ clientId: client.client_id, clientSecret: client.client_secret, scopes: client.scopes })
}
fillCredentials()
