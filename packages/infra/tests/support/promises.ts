import type { Part } from './json.ts'
import { type Resource, resources, type Templates } from './templates.ts'

/** A promise of the templates: what breaks it (nothing may), and an edit that takes it away. */
export type Promised = readonly [
  promise: string,
  broken: (templates: Templates) => readonly string[],
  takeAway: (templates: Templates) => void,
]

/** The properties of the first resource of a type whose id is like this one, to read or change them. */
export function only(templates: Templates, type: string, id = /./): Part {
  const found = resources(templates, type).find((resource) => id.test(resource.id))
  if (found === undefined) throw new Error(`the templates have no ${type} like ${id}`)
  return found.properties
}

/** The ids of those resources that are not right; where there are none at all, that is wrong too. */
export const wrong = (
  found: readonly Resource[],
  isRight: (properties: Part) => boolean,
): readonly string[] =>
  found.length === 0
    ? ['there are none']
    : found.filter(({ properties }) => !isRight(properties)).map(({ id }) => id)

/** The type of the table. */
export const TABLE_TYPE = 'AWS::DynamoDB::GlobalTable'

/** All functions of an installation that uses everything. */
export const FUNCTIONS: readonly string[] = [
  'http',
  'stream',
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
  'timer',
]

/** Those of them that have a queue. */
export const QUEUES: readonly string[] = [
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
]
