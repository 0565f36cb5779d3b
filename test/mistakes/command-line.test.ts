import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCalibrate } from '../../src/cli/calibrate/calibrate.ts'
import { runGrade } from '../../src/cli/grade/grade.ts'
import { runMcp } from '../../src/cli/mcp/mcp.ts'
import { runProbe } from '../../src/cli/probe.ts'
import { runRecord } from '../../src/cli/record.ts'
import { runReplay } from '../../src/cli/replay/replay.ts'
import { runReport } from '../../src/cli/report.ts'
import { runCertify } from '../../src/cli/run/certify.ts'
import { runRun } from '../../src/cli/run/run.ts'
import { runStart } from '../../src/cli/start/start.ts'
import { runWait } from '../../src/cli/start/wait.ts'
import { messageOf } from './message-of.ts'

beforeEach(() => {
  vi.stubEnv('PORT', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

test.each<[verb: (args: readonly string[]) => Promise<number>, args: readonly string[], said: string]>([
  [runStart, ['--profile', 'documentd'], '--profile: "documentd" is not documented or current; did you mean "documented"?'],
  [runStart, ['--log', 'prety'], '--log: "prety" is not auto, pretty, json or off; did you mean "pretty"?'],
  [runStart, ['--port', '-1'], '--port: "-1" is not a whole number from 0 to 65535'],
  [runStart, ['--log', 'loud'], '--log: "loud" is not auto, pretty, json or off'],
  [runStart, ['--log-level', 'inf'], '--log-level: "inf" is not debug, info, warn or error; did you mean "info"?'],
  [runStart, ['--control', 'opn'], '--control: "opn" is not loopback or open; did you mean "open"?'],
  [
    runStart,
    ['--fixtures', 'basline', '--memory', '--port', '0'],
    'basline: no such file or folder, nor a bundled world; did you mean "baseline"?',
  ],
  [runStart, ['livingweek'], '"livingweek" is not a flag; a scenario is named with a flag: --scenario living-week'],
  [runStart, ['living-week', '--memory'], '"living-week" is not a flag; a scenario is named with a flag: --scenario living-week'],
  [
    runProbe,
    ['http://a.example'],
    '"http://a.example" is not a flag; an address is named with a flag: --upstream http://a.example',
  ],
  [runReport, ['http://a.example'], '"http://a.example" is not a flag; an address is named with a flag: --url http://a.example'],
  [runStart, ['zebra'], '"zebra" is not a flag; understay --help lists the flags'],
  [runStart, ['mine.yaml'], '"mine.yaml" is not a flag; a scenario is named with a flag: --scenario mine.yaml'],
  [runRun, ['livingweek', '--', 'true'], '"livingweek" is not a flag; a scenario is named with a flag: --scenario living-week'],
  [
    runStart,
    ['--scenario', 'livingweek', '--memory', '--port', '0'],
    'livingweek: no such file (.yaml, .yml or .json), nor a bundled scenario; did you mean "living-week"?',
  ],
  [
    runStart,
    ['--webhook', 'localhost:4099'],
    '--webhook: "localhost:4099" is not an http or https address such as http://127.0.0.1:8080; did you mean "http://localhost:4099"?',
  ],
  [runStart, ['--webhook', 'ftp://x'], '--webhook: "ftp://x" is not an http or https address such as http://127.0.0.1:8080'],
  [runStart, ['--port', '401000'], '--port: "401000" is not a whole number from 0 to 65535'],
  [runStart, ['--prot', '1'], 'there is no flag --prot; did you mean --port? understay --help lists the flags'],
  [runStart, ['--choice', 'refusal_stats=named'], '--choice: there is no choice "refusal_stats"; did you mean "refusal_status"?'],
  [runStart, ['--choice', 'refusal_status'], '--choice: "refusal_status" is not ID=ANSWER, such as refusal_status=named'],
  [
    runStart,
    ['--choice', 'refusal_status=namd'],
    '--choice: "namd" is not an answer to refusal_status; it takes meaning, named or always_400; did you mean "named"?',
  ],
  [runStart, ['--at', 'yesterday'], '--at: "yesterday" is not an instant such as 2026-03-01T09:00:00Z'],
  [runStart, ['--freeze=yes'], '--freeze takes no value; understay --help lists the flags'],
  [runStart, ['-p', '4000'], 'there is no flag -p; understay --help lists the flags'],
  [runStart, ['--port'], '--port needs a value: --port=N; understay --help lists the flags'],
  [runStart, ['--seed', '-1'], '--seed: "-1" is not a whole number from 0 to 9007199254740991'],
  [
    runStart,
    ['--port', 'x', '--seed', 'y'],
    '--port: "x" is not a whole number from 0 to 65535\n--seed: "y" is not a whole number from 0 to 9007199254740991',
  ],
  [
    runStart,
    ['--public-url', 'example.org'],
    '--public-url: "example.org" is not an http or https address such as http://127.0.0.1:8080; did you mean "http://example.org"?',
  ],
  [runStart, ['--client', 'demmo', '--memory', '--port', '0'], 'client: the world has no client "demmo"; did you mean "demo"?'],
  [
    runRun,
    ['--kind', 'chanel-manager', '--', 'true'],
    '--kind: "chanel-manager" is not channel-manager, booking-site or syndication; did you mean "channel-manager"?',
  ],
  [
    runRun,
    ['--repot', 'x', '--', 'true'],
    'there is no flag --repot; did you mean --report? understay run --help lists the flags',
  ],
  [
    runRun,
    ['--format', 'junit', '--', 'true'],
    'there is no flag --format; did you mean --report? understay run --help lists the flags',
  ],
  [
    runCertify,
    ['--output=x', '--', 'true'],
    'there is no flag --output; did you mean --report? understay certify --help lists the flags',
  ],
  [runRun, ['--colour', '--', 'true'], 'there is no flag --colour; understay run --help lists the flags'],
  [runCertify, ['--only', 'livingweek', '--', 'true'], 'there is no scenario "livingweek"; did you mean "living-week"?'],
  [
    runCertify,
    ['--only', 'rate-limited', 'token-revoked', '--', 'true'],
    '"token-revoked" is not a flag; several values: --only rate-limited --only token-revoked',
  ],
  [
    runCertify,
    ['--scenarios', 'gone', '--', 'true'],
    '--scenarios: there is no folder gone; a scenario is named by --scenario, or --only of certify',
  ],
  [
    runRun,
    ['--scenarios', 'token-revoked', '--', 'true'],
    '--scenarios: there is no folder token-revoked; a scenario is named by --scenario, or --only of certify',
  ],
  [runCertify, ['--scenarios', 'docs', '--', 'true'], '--scenarios: docs has no scenario (.yaml, .yml or .json)'],
  [
    runCertify,
    ['--scenarios', 'scenarios', '--', 'true'],
    'scenarios/black-booking-race.yaml: a bundled scenario is named "black-booking-race" as well: give it another name',
  ],
  [
    runCertify,
    ['--kind', 'syndication', '--only', 'black-booking-race,living-week', '--', 'true'],
    'the scenario "black-booking-race" is for channel-manager, not for syndication\nthe scenario "living-week" is for channel-manager, not for syndication',
  ],
  [
    runCertify,
    ['--only', 'rate-limited', '--skip', 'rate-limited', '--', 'true'],
    'no scenario is left to play: --skip leaves out all that --only and --kind choose',
  ],
  [runGrade, ['--format', 'htm', 'gone.har'], '--format: "htm" is not text, md, html or json; did you mean "html"?'],
  [runGrade, ['--kind', 'booking', 'gone.har'], '--kind: "booking" is not channel-manager, booking-site or syndication'],
  [runReport, ['--format', 'jnit'], '--format: "jnit" is not text, md, html, json or junit; did you mean "junit"?'],
  [
    runReport,
    ['--url', 'localhost:4010'],
    '--url: "localhost:4010" is not an http or https address such as http://127.0.0.1:4010; did you mean "http://localhost:4010"?',
  ],
  [
    runReplay,
    ['--url', 'localhost:4010', 'f.har'],
    '--url: "localhost:4010" is not an http or https address such as http://127.0.0.1:4010; did you mean "http://localhost:4010"?',
  ],
  [runWait, ['--timeout', '30'], '--timeout: "30" is not a span such as 30s, 2m or 500ms'],
  [
    runRecord,
    ['--upstream', 'example.org', '--', 'true'],
    '--upstream: "example.org" is not an http or https address such as https://bookings.example; did you mean "https://example.org"?',
  ],
  [runGrade, ['gone.har'], 'gone.har: there is no such file; a relative name starts at the current folder'],
  [runReplay, ['gone.har'], 'gone.har: there is no such file; a relative name starts at the current folder'],
  [runCalibrate, ['gone.har', '--out', 'o'], 'gone.har: there is no such file; a relative name starts at the current folder'],
  [runGrade, ['docs'], 'docs: it is a folder: name a file'],
  [runReplay, ['docs'], 'docs: it is a folder: name a file'],
  [runCalibrate, ['docs', '--out', 'o'], 'docs: it is a folder: name a file'],
  [
    runRun,
    ['--scenario', 'gone.yaml', '--', 'true'],
    'gone.yaml: no such file (.yaml, .yml or .json), nor a bundled scenario; understay scenarios lists the bundled ones',
  ],
  [runMcp, ['--fixtures', 'gone.yaml'], 'gone.yaml: no such file or folder, nor a bundled world (baseline, reference-world)'],
  [runMcp, ['--tls-cert', 'cert.pem'], 'understay mcp has no flag --tls-cert: the tools call it over HTTP'],
  [runMcp, ['--tls-key', 'key.pem'], 'understay mcp has no flag --tls-key: the tools call it over HTTP'],
  [runMcp, ['--config', 'gone.yaml'], '--config: there is no file gone.yaml'],
  [runStart, ['--config', 'docs'], '--config: docs: it is a folder: name a file'],
])('%o %j', async (verb, args, message) => {
  expect(await messageOf(() => verb(args))).toBe(message)
})
