/**
 * What each folder of `src` may import, in the order of the layers: every folder imports only folders above it.
 * `packages` are those of npm; `node` stands for Node's own modules. docs/decisions/0043 says why each folder stands where it does.
 */
export const IMPORTS: Readonly<Record<string, { readonly folders: string; readonly packages: string }>> = {
  'version.ts': { folders: '', packages: '' },
  base: { folders: '', packages: '' },
  domain: { folders: 'base', packages: 'fraction.js' },
  simulation: { folders: 'base', packages: '@faker-js/faker node' },
  api: { folders: 'base domain', packages: 'typebox' },
  auth: { folders: 'base domain api', packages: '' },
  store: { folders: 'base domain simulation auth', packages: 'lowdb node pg' },
  fixtures: { folders: 'base domain simulation store', packages: 'node tsx yaml' },
  'booking-contract': { folders: 'base domain api auth', packages: 'typebox' },
  config: { folders: 'base simulation api fixtures booking-contract', packages: 'node yaml' },
  journal: { folders: 'base domain api store', packages: 'node typebox' },
  webhooks: { folders: 'base domain simulation store booking-contract', packages: 'node' },
  replay: { folders: 'base api auth booking-contract journal', packages: '' },
  recording: { folders: 'base simulation api auth journal replay', packages: 'node' },
  conformance: { folders: 'base domain api auth booking-contract journal webhooks', packages: '' },
  scenario: {
    folders: 'base domain simulation api auth store fixtures booking-contract journal conformance',
    packages: 'node re2js typebox yaml',
  },
  world: {
    folders: 'base simulation api auth store fixtures booking-contract journal webhooks conformance scenario',
    packages: '',
  },
  'control-contract': { folders: 'base api auth journal scenario', packages: 'typebox' },
  report: { folders: 'base journal conformance scenario control-contract', packages: 'marked' },
  pipeline: { folders: 'base domain simulation api journal scenario world', packages: 'node typebox' },
  'booking-api': { folders: 'base domain api auth booking-contract journal world pipeline', packages: '' },
  'control-api': {
    folders:
      'version.ts base domain simulation api auth booking-contract journal webhooks conformance scenario world control-contract report pipeline booking-api',
    packages: '',
  },
  console: { folders: 'base control-contract', packages: 'hono marked node' },
  server: {
    folders:
      'base domain simulation api auth store fixtures booking-contract config journal scenario world control-contract pipeline booking-api control-api console',
    packages: '@hono/node-server @peculiar/x509 hono node reflect-metadata typebox',
  },
  calibration: {
    folders: 'base domain simulation api auth fixtures booking-contract config replay server',
    packages: 'node yaml',
  },
  library: {
    folders:
      'base domain simulation api auth fixtures booking-contract config journal scenario world control-contract report server',
    packages: 'hono node typebox',
  },
  'index.ts': { folders: 'server library', packages: '' },
  adapters: { folders: 'control-contract index.ts', packages: '@playwright/test expect hono msw testcontainers vitest' },
  cli: {
    folders:
      'version.ts base domain simulation api auth store fixtures booking-contract config journal recording replay conformance scenario world control-contract report pipeline booking-api control-api server calibration library',
    packages: 'diff node typebox yaml',
  },
  'main.ts': { folders: 'version.ts base config cli', packages: 'node' },
}
