import { DYNAMODB_LOCAL_MISSING } from './dynamodb-local.ts'
import { POSTGRES_MISSING } from './postgres-programs.ts'

/**
 * Every engine: SQLite, the local engine for DynamoDB, PostgreSQL, and DynamoDB Local, which is Amazon's own engine. The
 * last two run where they are installed.
 */
export const ALL_ENGINES = ['sqlite', 'dynamodb', 'postgres', 'dynamodb-local'] as const

/** The name of an engine. */
export type Engine = (typeof ALL_ENGINES)[number]

/** Why an engine cannot run on this machine. Undefined: it can. */
export function whyMissing(engine: Engine): string | undefined {
  if (engine === 'postgres') return POSTGRES_MISSING
  return engine === 'dynamodb-local' ? DYNAMODB_LOCAL_MISSING : undefined
}
