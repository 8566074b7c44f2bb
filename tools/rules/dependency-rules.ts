import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IForbiddenRuleType } from 'dependency-cruiser'

/**
 * Who may import whom. The rings: engine <- application <- adapters <- composition and entrypoints;
 * contracts stand beside the engine and are seen by the HTTP edge alone. Paths are relative to the
 * repository, and `$1` in a `to` is what the first group of `from.path` matched.
 */

const TEST = '(?:\\.test|\\.suite)\\.tsx?$|^packages/[^/]+/tests/'
const npm = (name: string): string => `(?:^|/)node_modules/${name}/`

const ENGINE = '^packages/engine/src/'
const CONTRACTS = '^packages/contracts/src/'
const APPLICATION = '^packages/server/src/application/'
const AWS = '^packages/server/src/adapters/aws/'
const WIRING = '^packages/server/src/(?:composition|entrypoints)/'

const rings: readonly IForbiddenRuleType[] = [
  {
    name: 'engine-stands-alone',
    comment: 'The engine is pure: it knows itself and Temporal, no other package, no Node module.',
    from: { path: ENGINE, pathNot: TEST },
    to: { pathNot: [ENGINE, npm('temporal-polyfill')] },
  },
  {
    name: 'temporal-in-one-place',
    comment: 'One file picks the Temporal implementation, so that it can be replaced in one place.',
    from: { path: ENGINE, pathNot: [TEST, '^packages/engine/src/time/temporal\\.ts$'] },
    to: { path: npm('temporal-polyfill') },
  },
  {
    name: 'contracts-are-schemas-only',
    comment: 'Contracts are read by server and clients alike: schemas, and nothing that runs.',
    from: { path: CONTRACTS, pathNot: TEST },
    to: { pathNot: [CONTRACTS, npm('zod'), npm('@hono/zod-openapi')] },
  },
  {
    name: 'application-knows-the-engine-only',
    comment: 'Use cases reach everything else, clock and randomness included, through ports.',
    from: { path: APPLICATION, pathNot: TEST },
    to: { pathNot: [APPLICATION, ENGINE] },
  },
  {
    name: 'adapter-knows-no-other-adapter',
    comment: 'Adapters meet in the composition, so that each can be replaced alone.',
    from: { path: '^packages/server/src/adapters/([^/]+)', pathNot: TEST },
    to: {
      path: '^packages/server/src/adapters/',
      pathNot: ['^packages/server/src/adapters/$1(?:/|$)', AWS],
    },
  },
  {
    name: 'aws-base-is-for-aws',
    comment: 'Signing and speaking to AWS is shared by the adapters of its services, by no other.',
    from: {
      path: '^packages/server/src/adapters/(?!(?:aws|dynamodb|eventbridge|secrets-manager|sqs)/)',
      pathNot: TEST,
    },
    to: { path: AWS },
  },
  {
    name: 'aws-base-stands-alone',
    comment: 'What all AWS adapters rest on knows nothing of what we send.',
    from: { path: AWS, pathNot: TEST },
    to: { path: '^packages/', pathNot: AWS },
  },
  {
    name: 'contracts-at-the-http-edge-only',
    comment: 'What an HTTP body looks like is no business of a store or a mailer.',
    from: { path: '^packages/server/src/adapters/(?!http/)', pathNot: TEST },
    to: { path: CONTRACTS },
  },
  {
    name: 'wiring-is-the-outermost-ring',
    comment: 'Composition and entrypoints import everything; nothing imports them.',
    from: { path: '^packages/', pathNot: [TEST, WIRING] },
    to: { path: WIRING },
  },
  {
    name: 'web-knows-what-runs-in-a-browser',
    comment:
      'The pages know the server by its HTTP alone: through the client, and the types of the contracts.',
    from: { path: '^packages/web/' },
    to: { path: '^packages/', pathNot: '^packages/(?:web|contracts|client)/' },
  },
  {
    name: 'infra-knows-the-table-only',
    comment:
      'The deployed table, and what of its stream is read, are what the tests ran on: one definition, as data.',
    from: { path: '^packages/infra/' },
    to: {
      path: '^packages/',
      pathNot: [
        '^packages/infra/',
        '^packages/server/src/adapters/dynamodb/(?:table|stream-filters)\\.ts$',
      ],
    },
  },
]

const hygiene: readonly IForbiddenRuleType[] = [
  {
    name: 'no-cycles',
    comment: 'Two modules that need each other are one module, or hide a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'source-never-imports-tests',
    comment: 'What a test needs must not be able to reach production.',
    from: { pathNot: TEST },
    to: { path: TEST },
  },
  {
    name: 'product-never-imports-tooling',
    comment: 'The packages run without the tools, the scripts and the benchmarks.',
    from: { path: '^packages/' },
    to: { path: '^(?:tools|scripts|bench)/' },
  },
  {
    name: 'every-import-resolves',
    comment: 'An import that leads nowhere would slip past every other rule.',
    from: {},
    to: { couldNotResolve: true },
  },
]

/** Files that a workspace offers to others: the targets of `exports` in its manifest. */
function frontDoors(root: string): readonly string[] {
  const packages = join(root, 'packages')
  return readdirSync(packages, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const manifest = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
        readonly exports?: Readonly<Record<string, string>>
      }
      return Object.values(manifest.exports ?? {}).map((target) => join('packages', name, target))
    })
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The rules for the repository at `root`; which doors a workspace has is read from its manifest. */
export function dependencyRules(root: string): readonly IForbiddenRuleType[] {
  const doors = frontDoors(root).map((path) => `^${escapeRegExp(path)}$`)
  const throughTheFrontDoor: IForbiddenRuleType = {
    name: 'through-the-front-door',
    comment:
      "Another workspace is imported through the `exports` of its manifest, never by a file's path.",
    from: { path: '^packages/([^/]+)/' },
    to: { path: '^packages/', pathNot: ['^packages/$1/', ...doors] },
  }
  return [...rings, ...hygiene, throughTheFrontDoor]
}
