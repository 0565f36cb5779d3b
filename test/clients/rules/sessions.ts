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
      does: 'omits the session header',
      run: async (client) => {
        await client.visit(S, ['begin'])
        await client.get('/booking/rooms', { token: false })
      },
    },
    near: {
      does: 'sends the session id between spaces',
      run: async (client) => {
        await client.visit(S, ['begin'])
        await client.visit(` ${S} `, ['dates'])
      },
    },
  },
  'session/one-id': {
    breaks: {
      does: 'uses a new session id for each call',
      run: async (client) => {
        await client.visit(S, ['begin'])
        await client.visit('visitor-2', ['dates'])
      },
    },
    near: {
      does: 'initialises another session',
      run: async (client) => {
        await client.visit(S, ['begin', 'dates'])
        await client.visit('visitor-2', ['begin', 'dates'])
      },
    },
  },
  'session/order': {
    breaks: {
      does: 'creates without a validation',
      run: async (client) => {
        await client.visit(S, ['begin', 'dates', 'guests', 'address', 'rooms', 'prices', 'create'])
      },
    },
    near: {
      does: 'repeats the steps from the dates on',
      run: async (client) => {
        await client.visit(S, ['begin', 'dates', 'guests', 'dates', 'guests', 'address', 'rooms', 'prices', 'validate', 'create'])
      },
    },
  },
  'session/prices-before-validate': {
    breaks: {
      does: 'validates without prices',
      run: async (client) => {
        await client.visit(S, ['begin', 'dates', 'guests', 'address', 'rooms', 'validate'])
      },
    },
    near: {
      does: 'requests prices again after a change',
      run: async (client) => {
        await client.visit(S, ['begin', 'dates', 'guests', 'address', 'rooms', 'prices', 'rooms', 'prices', 'validate'])
      },
    },
  },
  'session/one-visitor': {
    breaks: {
      does: 'books for two visitors in one session',
      run: async (client) => {
        await client.visit(S, [...UP_TO_VALID, 'create', 'otherAddress'])
      },
    },
    near: {
      does: 'corrects the address before it books',
      run: async (client) => {
        await client.visit(S, ['begin', 'dates', 'guests', 'otherAddress', 'address', 'rooms', 'prices', 'validate', 'create'])
      },
    },
  },
  'session/create-once': {
    breaks: {
      does: 'creates a booking twice',
      run: async (client) => {
        await client.visit(S, [...UP_TO_VALID, 'create', 'create'])
      },
      also: ['session/order'],
    },
    near: {
      does: 'creates a booking once',
      run: async (client) => {
        await client.visit(S, [...UP_TO_VALID, 'create'])
      },
    },
  },
}
