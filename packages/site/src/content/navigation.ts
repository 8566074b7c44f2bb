/** A part of the navigation: a title, and the documents in it by their path in the repository. */
export interface NavigationPart {
  readonly title: string
  readonly documents: readonly string[]
}

const docs = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `docs/${name}.md`)

/** The documents that every reader may want, in reading order. One that does not exist is left out. */
const PARTS: readonly NavigationPart[] = [
  {
    title: 'Start',
    documents: [
      'README.md',
      ...docs('quick-start', 'first-day', 'concepts', 'comparison', 'limits'),
    ],
  },
  {
    title: 'What can be booked',
    documents: docs(
      'appointments',
      'event-types',
      'schedules',
      'teams',
      'seats',
      'booking-limits',
      'groups',
      'contacts',
      'waitlist',
      'stays',
      'approvals',
      'questions',
      'locations',
    ),
  },
  {
    title: 'Build it in',
    documents: docs(
      'embedding',
      'booking-pages',
      'webhooks',
      'events',
      'payments',
      'calendars',
      'busy-times',
      'messages',
      'languages',
      'mcp',
    ).concat(
      'packages/client/README.md',
      'packages/react/README.md',
      'packages/holdfast/README.md',
      'packages/engine/README.md',
    ),
  },
  { title: 'Examples', documents: ['examples/README.md'] },
  {
    title: 'Run it',
    documents: docs(
      'self-hosting',
      'settings',
      'containers',
      'operations',
      'postgres',
      'deploy',
      'accounts',
      'sign-in',
      'permissions',
      'public-limits',
      'privacy',
      'scale',
      'performance',
    ),
  },
  {
    title: 'Inside',
    documents: [
      ...docs('architecture', 'data-model', 'proof', 'testing', 'versioning', 'releasing'),
    ],
  },
  {
    title: 'Project',
    documents: ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'],
  },
]

const DECISION = /^docs\/adr\//

/** Whether a document is a record of a decision. They have a list of their own. */
export const isDecision = (source: string): boolean => DECISION.test(source)

const EXAMPLE = /^examples\/.+\/README[.]md$/

/**
 * The navigation of these documents. "Examples" has each example. A document of `docs` that no part names is the last
 * one of "Inside", so that none is lost.
 */
export function navigationOf(sources: readonly string[]): readonly NavigationPart[] {
  const named = new Set(PARTS.flatMap(({ documents }) => documents))
  const examples = sources.filter((source) => EXAMPLE.test(source))
  const others = sources.filter(
    (source) => !named.has(source) && !isDecision(source) && !EXAMPLE.test(source),
  )
  return PARTS.map(({ title, documents }) => ({
    title,
    documents: [
      ...documents.filter((source) => sources.includes(source)),
      ...(title === 'Examples' ? examples : []),
      ...(title === 'Inside' ? others : []),
    ],
  }))
}

/** Documents outside `docs` whose page has another name than their file. */
const NAMES: Readonly<Record<string, string>> = {
  'README.md': 'overview',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'CODE_OF_CONDUCT.md': 'code-of-conduct',
  'packages/client/README.md': 'client',
  'packages/react/README.md': 'react',
  'packages/holdfast/README.md': 'package',
  'packages/engine/README.md': 'engine',
}

/** What the navigation calls a document whose title says too little. */
export const NAVIGATION_TITLES: Readonly<Record<string, string>> = {
  'README.md': 'Overview',
  'packages/holdfast/README.md': 'Package and library',
  'examples/README.md': 'All examples',
}

/** The documents outside `docs`, without the examples. */
export const OTHER_DOCUMENTS: readonly string[] = Object.keys(NAMES)

/** The name of a document's page, such as `quick-start` or `decisions/0008-calendar-events-by-length`. */
export const pageNameOf = (source: string): string =>
  NAMES[source] ??
  source
    .replace(/^docs\//, '')
    .replace(/^adr\//, 'decisions/')
    .replace(/\/README[.]md$/, '')
    .replace(/[.]md$/, '')
