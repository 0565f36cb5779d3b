/**
 * Clients for the rules about booking sessions.
 *
 * @module
 */
import { type RuleTrials, UP_TO_VALID } from './raw-client.ts'

const S = 'visitor-1'

export const SESSION_TRIALS: RuleTrials = {
  'session/header': {
    breaks: {
      does: 'forgets the session',
      run: async (w) => {
        await w.visit(S, ['begin'])
        await w.get('/booking/rooms', { token: false })
      },
    },
    near: {
      does: 'names it with blanks environment',
      run: async (w) => {
        await w.visit(S, ['begin'])
        await w.visit(` ${S} `, ['dates'])
      },
    },
  },
  'session/one-id': {
    breaks: {
      does: 'makes up an id for each call',
      run: async (w) => {
        await w.visit(S, ['begin'])
        await w.visit('visitor-2', ['dates'])
      },
    },
    near: {
      does: 'begins another session properly',
      run: async (w) => {
        await w.visit(S, ['begin', 'dates'])
        await w.visit('visitor-2', ['begin', 'dates'])
      },
    },
  },
  'session/order': {
    breaks: {
      does: 'creates without a validation',
      run: async (w) => {
        await w.visit(S, ['begin', 'dates', 'guests', 'address', 'rooms', 'prices', 'create'])
      },
    },
    near: {
      does: 'goes back to the dates, and on from there',
      run: async (w) => {
        await w.visit(S, ['begin', 'dates', 'guests', 'dates', 'guests', 'address', 'rooms', 'prices', 'validate', 'create'])
      },
    },
  },
  'session/prices-before-validate': {
    breaks: {
      does: 'validates without prices',
      run: async (w) => {
        await w.visit(S, ['begin', 'dates', 'guests', 'address', 'rooms', 'validate'])
      },
    },
    near: {
      does: 'asks for prices again after a change',
      run: async (w) => {
        await w.visit(S, ['begin', 'dates', 'guests', 'address', 'rooms', 'prices', 'rooms', 'prices', 'validate'])
      },
    },
  },
  'session/one-visitor': {
    breaks: {
      does: 'books for two visitors in one session',
      run: async (w) => {
        await w.visit(S, [...UP_TO_VALID, 'create', 'otherAddress'])
      },
    },
    near: {
      does: 'corrects the address before it books',
      run: async (w) => {
        await w.visit(S, ['begin', 'dates', 'guests', 'otherAddress', 'address', 'rooms', 'prices', 'validate', 'create'])
      },
    },
  },
  'session/create-once': {
    breaks: {
      does: 'creates twice',
      run: async (w) => {
        await w.visit(S, [...UP_TO_VALID, 'create', 'create'])
      },
      also: ['session/order'],
    },
    near: {
      does: 'creates once, and books again after a new validation',
      run: async (w) => {
        await w.visit(S, [...UP_TO_VALID, 'create'])
      },
    },
  },
}
