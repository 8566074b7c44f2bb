import type { Part } from './json.ts'
import { type Resource, resources, type Templates } from './templates.ts'

/** A promise of the templates, a check that returns its violations, and an edit that breaks it. */
export type Promised = readonly [
  promise: string,
  violations: (templates: Templates) => readonly string[],
  breakIt: (templates: Templates) => void,
]

/** The properties of the first resource of a type whose id matches `id`. They can be changed. */
export function only(templates: Templates, type: string, id = /./): Part {
  const found = resources(templates, type).find((resource) => id.test(resource.id))
  if (found === undefined) throw new Error(`the templates have no ${type} that matches ${id}`)
  return found.properties
}

/** The ids of resources that fail a check. An empty list of resources is a violation too. */
export const wrong = (
  found: readonly Resource[],
  isRight: (properties: Part) => boolean,
): readonly string[] =>
  found.length === 0
    ? ['no resources found']
    : found.filter(({ properties }) => !isRight(properties)).map(({ id }) => id)

/** The type of the table. */
export const TABLE_TYPE = 'AWS::DynamoDB::GlobalTable'

/** All functions of an installation that uses everything. */
export const FUNCTIONS: readonly string[] = [
  'http',
  'stream',
  'log',
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
  'timer',
  'due',
]

/** The functions that have a queue. */
export const QUEUES: readonly string[] = [
  'log',
  'mails',
  'webhooks',
  'deliveries',
  'due',
  'contacts',
  'schedule',
  'mirrors',
]
