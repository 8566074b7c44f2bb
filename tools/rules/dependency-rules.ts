import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IForbiddenRuleType } from 'dependency-cruiser'

/**
 * Who may import whom. Contexts: engine <- kernel <- identity <- ledger <- people <- booking, stays <- external-calendars
 * <- payments <- delivery <- ops; around them adapters, then composition and entrypoints. Contracts stand beside the
 * engine; only the `http` folders of contexts read them. Paths are relative to the repository. `$1` in
 * a `to` is what the first group of `from.path` matched.
 */

const TEST = '(?:\\.test|\\.suite)\\.tsx?$|^packages/[^/]+/tests/'
/** It runs the servers to check them, and imports their parts as their tests do. */
const PROVE = '^packages/prove/'
/** The packages that are published, besides `holdfast`, which is built from all others. */
const PUBLISHED = '^packages/(?:client|engine|react)/'
const EXAMPLE = '^examples/([^/]+)/'
const npm = (name: string): string => `(?:^|/)node_modules/${name}/`

const ENGINE = '^packages/engine/src/'
const CONTRACTS = '^packages/contracts/src/'
const SERVER = '^packages/server/src/'
const ADAPTERS = `${SERVER}adapters/`

/** The contexts of the server, each with the contexts that it may import. */
export const CONTEXT_ARROWS: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  identity: ['kernel'],
  ledger: ['kernel', 'identity'],
  people: ['kernel', 'identity'],
  booking: ['kernel', 'identity', 'ledger', 'people'],
  stays: ['kernel', 'identity', 'ledger'],
  'external-calendars': ['kernel', 'identity', 'ledger', 'people', 'booking', 'stays'],
  payments: ['kernel', 'identity', 'ledger', 'people', 'booking', 'stays', 'external-calendars'],
  delivery: [
    'kernel',
    'identity',
    'ledger',
    'people',
    'booking',
    'stays',
    'external-calendars',
    'payments',
  ],
  ops: [
    'kernel',
    'identity',
    'ledger',
    'people',
    'booking',
    'stays',
    'external-calendars',
    'payments',
    'delivery',
  ],
}
const CONTEXTS = Object.keys(CONTEXT_ARROWS)
const anyOf = (names: readonly string[]): string => `(?:${names.join('|')})`
const CONTEXT = `${SERVER}${anyOf(CONTEXTS)}/`
const HTTP = `${SERVER}${anyOf(CONTEXTS)}/http/`

/** One rule a context, but for `ops`, which may import every other one. */
const arrows: readonly IForbiddenRuleType[] = Object.entries(CONTEXT_ARROWS)
  .filter(([, allowed]) => allowed.length < CONTEXTS.length - 1)
  .map(([context, allowed]) => ({
    name: `arrows-of-${context}`,
    comment:
      'Arrows between contexts go one way. What a context needs of a later one is a port that it declares, or an event.',
    from: { path: `${SERVER}${context}/`, pathNot: TEST },
    to: {
      path: CONTEXT,
      pathNot: `${SERVER}${anyOf([context, ...allowed])}/`,
    },
  }))
const AWS = '^packages/server/src/adapters/aws/'
const FILES = '^packages/server/src/adapters/files/'
const THREADS = '^packages/server/src/adapters/threads/'
const ROWS = '^packages/server/src/adapters/rows/'
const TELEMETRY = '^packages/server/src/adapters/telemetry/'
const LOCAL_DYNAMODB = '^packages/server/src/adapters/dynamodb-local/'
const DEPLOYED = '^packages/server/src/(?:composition/aws/|entrypoints/lambda-)'
const WIRING = '^packages/server/src/(?:composition|entrypoints)/'
/** What the functions on AWS write, as patterns of keys: data that the infrastructure reads too. */
const WRITTEN_KEYS = '^packages/server/src/composition/aws/written-keys[.]ts$'

const rings: readonly IForbiddenRuleType[] = [
  {
    name: 'engine-stands-alone',
    comment: 'The engine is pure: it knows itself, no other package, no Node module.',
    from: { path: ENGINE, pathNot: TEST },
    to: { pathNot: ENGINE },
  },
  {
    name: 'contracts-are-schemas-only',
    comment: 'Contracts are read by server and clients alike: schemas, and nothing that runs.',
    from: { path: CONTRACTS, pathNot: TEST },
    to: { pathNot: [CONTRACTS, npm('zod'), npm('@hono/zod-openapi')] },
  },
  {
    name: 'use-cases-know-no-technology',
    comment: 'Use cases reach everything else, clock and randomness included, through ports.',
    // A digest, and a domain in Unicode, are functions of their text alone.
    from: {
      path: CONTEXT,
      pathNot: [TEST, HTTP, `${SERVER}kernel/digest.ts`, `${SERVER}kernel/shown-email.ts`],
    },
    to: { pathNot: [CONTEXT, ENGINE, npm('zod')] },
  },
  {
    name: 'use-cases-know-no-http',
    comment: 'A use case serves every entrypoint; only routes know what HTTP looks like.',
    from: { path: CONTEXT, pathNot: [TEST, HTTP] },
    to: { path: HTTP },
  },
  {
    name: 'routes-know-http-only',
    comment:
      'Routes know the contexts, the contracts and the HTTP framework; no adapter, no wiring.',
    from: { path: HTTP, pathNot: TEST },
    to: { path: '^packages/', pathNot: [CONTEXT, ENGINE, CONTRACTS] },
  },
  {
    name: 'adapter-knows-no-other-adapter',
    comment: 'Adapters meet in the composition, so that each can be replaced alone.',
    from: { path: `${ADAPTERS}([^/]+)`, pathNot: TEST },
    to: {
      path: ADAPTERS,
      pathNot: [`${ADAPTERS}$1(?:/|$)`, AWS, FILES, ROWS, THREADS],
    },
  },
  {
    name: 'aws-base-is-for-aws',
    comment: 'Signing and speaking to AWS is shared by the adapters of its services, by no other.',
    from: {
      path: '^packages/server/src/adapters/(?!(?:aws|dynamodb|eventbridge|kms|secrets-manager|sqs)/)',
      pathNot: TEST,
    },
    to: { path: AWS },
  },
  {
    name: 'rows-are-for-sql',
    comment:
      'Items as rows of a table are shared by the stores on SQL databases, by no other adapter.',
    from: {
      path: '^packages/server/src/adapters/(?!(?:rows|sqlite|postgres)/)',
      pathNot: TEST,
    },
    to: { path: ROWS },
  },
  {
    name: 'aws-base-stands-alone',
    comment: 'What all AWS adapters share does not depend on what we send.',
    from: { path: AWS, pathNot: TEST },
    to: { path: '^packages/', pathNot: AWS },
  },
  {
    name: 'files-base-stands-alone',
    comment: 'What all adapters with files share does not depend on what we store.',
    from: { path: FILES, pathNot: TEST },
    to: { path: '^packages/', pathNot: FILES },
  },
  {
    name: 'threads-base-stands-alone',
    comment: 'What all adapters with threads share does not depend on what runs there.',
    from: { path: THREADS, pathNot: TEST },
    to: { path: '^packages/', pathNot: THREADS },
  },
  {
    name: 'stripe-is-loaded-when-called',
    comment:
      "Stripe's library takes 0.2 s and 30 MB to load, so a server without payments never does: `import()`.",
    from: { pathNot: TEST },
    to: { path: npm('stripe'), dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'holidays-are-loaded-when-asked-for',
    comment:
      'The rules of all countries take 0.2 s to load, so a server that nobody asks never does.',
    from: { pathNot: TEST },
    to: { path: npm('date-holidays'), dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'telemetry-is-loaded-when-configured',
    comment:
      'OpenTelemetry takes 0.3 s to load, so a server without a collector never does: `import()`.',
    from: { pathNot: [TEST, TELEMETRY] },
    to: {
      path: [
        npm('@opentelemetry/[^/]+'),
        `${TELEMETRY}(?:open-telemetry|prometheus-metrics)[.]ts$`,
      ],
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'local-engine-is-for-development',
    comment:
      'No function on AWS reaches the launcher of the local DynamoDB engine, directly or through other modules.',
    from: { path: DEPLOYED, pathNot: TEST },
    to: { path: LOCAL_DYNAMODB, reachable: true },
  },
  {
    name: 'adapters-know-no-http',
    comment: 'Stores and mailers do not depend on what an HTTP body looks like.',
    from: { path: ADAPTERS, pathNot: TEST },
    to: { path: [CONTRACTS, HTTP] },
  },
  {
    name: 'wiring-is-the-outermost-ring',
    comment:
      'Composition and entrypoints import everything. Nothing imports them, but for the site, whose reference comes from the OpenAPI document of the composed app, and the keys that functions on AWS write.',
    from: { path: '^packages/', pathNot: [TEST, WIRING, '^packages/site/src/read-openapi[.]ts$'] },
    to: { path: WIRING, pathNot: WRITTEN_KEYS },
  },
  {
    name: 'web-knows-what-runs-in-a-browser',
    comment:
      'The pages know the server by its HTTP alone: through the client, and the types of the contracts. With the React package they share the element.',
    from: { path: '^packages/web/' },
    to: { path: '^packages/', pathNot: '^packages/(?:web|contracts|client|react)/' },
  },
  {
    name: 'infra-knows-the-table-only',
    comment:
      'The deployed table, what of its stream is read, and what each function writes are what the tests ran on: one definition, as data.',
    from: { path: '^packages/infra/' },
    to: {
      path: '^packages/',
      pathNot: [
        '^packages/infra/',
        '^packages/server/src/adapters/dynamodb/(?:table|stream-filters)\\.ts$',
        WRITTEN_KEYS,
      ],
    },
  },
]

const examples: readonly IForbiddenRuleType[] = [
  {
    name: 'examples-use-what-is-published',
    comment:
      'Who copies an example has the published packages and nothing else of this repository. Its test may start a server as our tests do.',
    from: { path: EXAMPLE, pathNot: TEST },
    to: {
      path: '^(?:packages|examples|tools|scripts|bench)/',
      pathNot: ['^examples/$1/', PUBLISHED],
    },
  },
  {
    name: 'nothing-imports-an-example',
    comment: 'Examples are to be copied and changed, so nothing may rest on them.',
    from: { pathNot: '^examples/' },
    to: { path: '^examples/' },
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
    from: { path: '^packages/', pathNot: [TEST, PROVE] },
    to: { path: TEST },
  },
  {
    name: 'product-never-imports-tooling',
    comment: 'The packages run without the tools, the scripts and the benchmarks.',
    from: { path: '^packages/' },
    to: { path: '^(?:tools|scripts|bench)/' },
  },
  {
    name: 'nothing-imports-the-proof',
    comment:
      'The servers do not know what runs them against each other. The bench of upgrades multiplies stores as the proof does.',
    from: { pathNot: `${PROVE}|^bench/src/upgrade[./]` },
    to: { path: PROVE },
  },
  {
    name: 'packages-are-declared',
    comment:
      'A package that only another workspace declares is missing where this one is installed alone.',
    from: { path: '^(?:packages|bench|examples)/', pathNot: TEST },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'every-import-resolves',
    comment: 'An import that leads nowhere would slip past every other rule.',
    from: {},
    to: { couldNotResolve: true },
  },
]

/** What of a workspace's manifest matters here. */
interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The manifests of the workspaces in `packages`, by folder. */
const manifestsOf = (root: string): ReadonlyMap<string, Manifest> =>
  new Map(
    readdirSync(join(root, 'packages'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => {
        const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')
        return [`packages/${name}`, JSON.parse(text) as Manifest] as const
      }),
  )

/** Files that a workspace offers to others: the targets of `exports` in its manifest. */
const frontDoors = (manifests: ReadonlyMap<string, Manifest>): readonly string[] =>
  [...manifests].flatMap(([folder, { exports = {} }]) =>
    Object.values(exports).map((target) => join(folder, target)),
  )

/** One rule a workspace: it imports only the workspaces that its manifest declares. */
function declaredWorkspaces(
  manifests: ReadonlyMap<string, Manifest>,
): readonly IForbiddenRuleType[] {
  return [...manifests].map(([folder, manifest]) => {
    const declared = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.peerDependencies,
      ...manifest.optionalDependencies,
    }
    const allowed = [...manifests].filter(([, { name }]) => Object.hasOwn(declared, name))
    return {
      name: 'workspaces-are-declared',
      comment: 'A workspace declares the other workspaces that it imports in its manifest.',
      from: { path: `^${folder}/`, pathNot: [TEST, PROVE] },
      to: {
        path: '^packages/',
        pathNot: [`^${folder}/`, ...allowed.map(([other]) => `^${other}/`)],
      },
    }
  })
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The rules for the repository at `root`. What a workspace offers and declares is read from its manifest. */
export function dependencyRules(root: string): readonly IForbiddenRuleType[] {
  const manifests = manifestsOf(root)
  const doors = frontDoors(manifests).map((path) => `^${escapeRegExp(path)}$`)
  const throughTheFrontDoor: IForbiddenRuleType = {
    name: 'through-the-front-door',
    comment:
      "Another workspace is imported through the `exports` of its manifest, never by a file's path.",
    from: { path: '^packages/([^/]+)/', pathNot: PROVE },
    to: { path: '^packages/', pathNot: ['^packages/$1/', ...doors] },
  }
  const examplesThroughTheFrontDoor: IForbiddenRuleType = {
    ...throughTheFrontDoor,
    name: 'examples-through-the-front-door',
    from: { path: EXAMPLE, pathNot: TEST },
    to: { path: PUBLISHED, pathNot: [...doors] },
  }
  return [
    ...rings,
    ...arrows,
    ...examples,
    ...hygiene,
    ...declaredWorkspaces(manifests),
    throughTheFrontDoor,
    examplesThroughTheFrontDoor,
  ]
}
