import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { Source } from 'aws-cdk-lib/aws-s3-deployment'
import { createStacks } from '../../src/stacks.ts'
import { at, list, type Part, textOf } from './json.ts'

/** One resource of a template. */
export interface Resource {
  readonly id: string
  readonly properties: Part
}

/** The templates of the stacks of an installation. */
export interface Templates {
  readonly data: Part
  readonly app: Part
  /** The firewall. Absent if the installation has none. */
  readonly edge?: Part
}

/** The settings of an installation that uses everything. */
export const FULL = {
  stage: 'prod',
  domain: 'book.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d',
  mailFrom: 'bookings@example.com',
  smtpSecretArn: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:smtp-AbCdEf',
  rapidApiSecretArn: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:rapid-GhIjKl',
  googleClientId: 'id-1.apps.googleusercontent.com',
  googleSecretArn: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:google-MnOpQr',
  outlookClientId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  outlookSecretArn: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:outlook-StUvWx',
  outlookTenant: 'example.onmicrosoft.com',
  alarmEmail: 'on-call@example.com',
  monthlyBudgetUsd: '500',
  accessLogDays: '90',
  backupCopyVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:holdfast',
  canary: 'Canary10Percent5Minutes',
  edgeSecretVersion: '11111111-2222-3333-4444-555555555555',
  managedRules: 'block',
  rateLimit: '2000',
  webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/holdfast-prod/0a1b2c3d',
}

/** The settings for a restored table. */
export const RESTORED = {
  restoredTable: 'restored',
  restoredStreamArn:
    'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-11-21T00:00:00.000',
}

const synthesized = new Map<string, Templates>()

/**
 * The stacks of these settings with empty functions, because the tests check only the templates. A copy:
 * tests change it.
 */
export function synthesize(context: Readonly<Record<string, string>>): Templates {
  const settings = JSON.stringify(context)
  const templates = synthesized.get(settings) ?? synthesizeAnew(context)
  synthesized.set(settings, templates)
  return structuredClone(templates)
}

/** The stacks of these settings in one region of the account 123456789012. */
export const synthesizeIn = (
  region: string,
  context: Readonly<Record<string, string>>,
): Templates => synthesizeAnew(context, { account: '123456789012', region })

function synthesizeAnew(
  context: Readonly<Record<string, string>>,
  env?: { readonly account: string; readonly region: string },
): Templates {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-stacks-'))
  try {
    writeFileSync(join(folder, 'index.mjs'), 'export const handler = async () => {}\n')
    const app = new App({
      outdir: join(folder, 'out'),
      analyticsReporting: false,
      context: { ...context, '@aws-cdk/core:defaultCrossStackReferences': 'strong' },
    })
    const { stateful, stateless, edge } = createStacks(app, {
      codeOf: () => Code.fromAsset(folder, { exclude: ['out'] }),
      files: Source.data('embed.js', ''),
      ...(env && { env }),
    })
    const assembly = app.synth()
    const templateOf = (id: string) => assembly.getStackArtifact(id).template as Part
    return {
      data: templateOf(stateful.artifactId),
      app: templateOf(stateless.artifactId),
      ...(edge && { edge: templateOf(edge.artifactId) }),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** All resources of a template, by id. */
export const resourcesOf = (template: Part): Record<string, Part> =>
  template.Resources as Record<string, Part>

/** The resources of a type in all templates. */
export function resources({ data, app, edge }: Templates, type: string): readonly Resource[] {
  return [data, app, ...(edge ? [edge] : [])].flatMap((template) =>
    Object.entries(resourcesOf(template))
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({ id, properties: resource.Properties as Part })),
  )
}

/** The ids of resources that depend on themselves, directly or through others. */
export function cyclesOf(template: Part): readonly string[] {
  const all = resourcesOf(template)
  const awaited = new Map(
    Object.entries(all).map(([id, { Properties, DependsOn }]) => [
      id,
      namesIn({ Properties, DependsOn: list({ DependsOn }, 'DependsOn') }).filter(
        (name) => name in all,
      ),
    ]),
  )
  return Object.keys(all).filter((id) => {
    const seen = new Set<string>()
    const open = [...(awaited.get(id) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(awaited.get(next) ?? []))
    }
    return seen.has(id)
  })
}

/** The names that a part of a template refers to, and every string in its lists. */
function namesIn(node: unknown): readonly string[] {
  if (typeof node === 'string')
    return [...node.matchAll(/\$\{(\w+)/g)].flatMap(([, name]) => name ?? [])
  if (Array.isArray(node)) {
    return node.flatMap((one) => (typeof one === 'string' ? [one, ...namesIn(one)] : namesIn(one)))
  }
  if (typeof node !== 'object' || node === null) return []
  const { Ref, ...rest } = node as Part
  return [...(typeof Ref === 'string' ? [Ref] : []), ...Object.values(rest).flatMap(namesIn)]
}

const OWN_FUNCTION = /^Holdfast \w+: (\w+)$/

/** Our functions by name, without the CDK's own function for file deployments. */
export function functionsOf(templates: Templates): ReadonlyMap<string, Part> {
  return new Map(
    resources(templates, 'AWS::Lambda::Function').flatMap(({ properties }) => {
      const name = OWN_FUNCTION.exec(String(properties.Description))?.[1]
      return name === undefined ? [] : [[name, properties] as const]
    }),
  )
}

/** A statement of a policy. */
export interface Statement {
  readonly actions: readonly string[]
  /** As JSON text: an ARN or an intrinsic function. */
  readonly resources: readonly string[]
}

/** The id of a function's role. */
export const roleOf = (fn: Part): string => String(at(fn, 'Role.Fn::GetAtt.0'))

/** The statements of the policies of a function's role. */
export const statementsOf = (templates: Templates, fn: Part): readonly Statement[] =>
  resources(templates, 'AWS::IAM::Policy')
    .filter(({ properties }) =>
      list(properties, 'Roles').some((one) => at(one, 'Ref') === roleOf(fn)),
    )
    .flatMap(({ properties }) => list(properties, 'PolicyDocument.Statement'))
    .map((statement) => ({
      actions: list(statement, 'Action').map(String),
      resources: list(statement, 'Resource').map(textOf),
    }))
