/**
 * What every script needs: the address of the sandbox, requests to the server with the control token, and messages.
 *
 * @module
 */
import { kept } from './typed.js'

const TOKEN = 'understay-control-token'

export const base = () => document.body.dataset.base
export const byId = (id) => document.getElementById(id)

const SHOWN_MS = 8000
let saying

/** Shows a message above the page, for a moment. */
export function say(text, kind = 'good') {
  const said = byId('said')
  if (!said) return
  Object.assign(said, { textContent: text, className: kind })
  clearTimeout(saying)
  // A message about what went wrong stays until the next one.
  if (kind === 'good') saying = setTimeout(() => (said.textContent = ''), SHOWN_MS)
}

/** A request without an answer, or with one that broke off. */
class NoAnswerError extends Error {}

export const noAnswer = (error) => {
  throw new NoAnswerError(error.message, { cause: error })
}

/** Reports an error of these scripts to the browser, as one that nothing catches. */
export const reportUnexpected = (error) => {
  if (!(error instanceof NoAnswerError)) reportError(error)
}

/** Sends a request to this server, with the control token where there is one. @throws NoAnswerError */
export async function ask(address, { headers, ...init } = {}) {
  const token = controlToken()
  const answer = await fetch(address, {
    ...init,
    cache: 'no-store',
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  }).catch(noAnswer)
  if (answer.status !== 401 || headers?.accept === 'text/html') return answer
  askForToken()
  return new Promise(() => {})
}

/** After a token that is over, or was changed: the page in place of this one has a field for it. */
export const askForToken = () => location.reload()

/** True for a page in place of one that may be had later. */
export const isRefused = (body = document.body) => body.dataset.locked === 'for now'

export const GONE =
  'This sandbox no longer exists: it was removed, or the server was started again. Reload the page to create it.'

/** Headers of a request that does not create a sandbox that is gone. */
export const IF_THERE = { 'if-match': '*' }

/** A request to a sandbox that is gone would create it again, so the list is asked first. @param shown the data of a page */
export async function isThere({ base, sandbox }) {
  const answer = await ask(`${base}/sandboxes`)
  return !answer.ok || (await answer.json()).some(({ name }) => name === sandbox)
}

export const noAnswerText = (error) => `The server did not answer: ${error.message}`
export const failed = (error) => say(noAnswerText(error), 'bad')

/** The control token that was typed into this tab; null without one. */
export const controlToken = () => kept.getItem(TOKEN)

/** Keeps a control token in this tab; undefined forgets it. */
export function keepControlToken(token) {
  if (token === undefined) kept.removeItem(TOKEN)
  else kept.setItem(TOKEN, token)
}

export const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How often each module did not come. */
const missed = new Map()

/** Imports a module. Some browsers keep that one did not come: it is asked for again under another address. @throws NoAnswerError */
export async function importModule(address) {
  const times = missed.get(address) ?? 0
  try {
    return await import(times === 0 ? address : `${address}?again=${times}`)
  } catch (error) {
    missed.set(address, times + 1)
    return noAnswer(error)
  }
}
