/**
 * What the console page is dressed with and moved by. The page itself is what `listEndpoints` answers to a browser.
 *
 * @module
 */
import { Type } from '../contract/schema.ts'
import { endpoint, type Noun } from './declaration.ts'

const readConsoleStyle = endpoint({
  id: 'readConsoleStyle',
  method: 'get',
  path: '/console.css',
  summary: 'The style sheet of the console page',
  open: true,
  answers: { 200: { means: 'The style sheet', type: 'text/css', schema: Type.String(), example: 'body { margin: 0 }' } },
})

const readConsoleScript = endpoint({
  id: 'readConsoleScript',
  method: 'get',
  path: '/console.js',
  summary: 'The script of the console page',
  open: true,
  answers: {
    200: { means: 'An ECMAScript module', type: 'text/javascript', schema: Type.String(), example: 'export const wait = 400' },
  },
})

export const CONSOLE: Noun = {
  name: 'console',
  about: 'Parts of the page that a browser is shown at `/`; the same for everybody, so they never ask for a token',
  endpoints: [readConsoleStyle, readConsoleScript],
}
