import type { Logger } from 'pino'
import { firstAccount } from '../identity/accounts/accounts.ts'
import { ensureApiKey } from '../identity/api-keys/api-keys.ts'
import { findOwner } from '../identity/members/owners.ts'
import { createOperatorLink } from '../identity/sign-in/setup.ts'
import type { Config } from './config.ts'
import { createDemo } from './demo.ts'
import {
  demoGreeting,
  type FirstKey,
  greeting,
  links,
  type SetupLink,
  storeSecret,
} from './greeting.ts'
import type { AppDependencies } from './http/app.ts'

/** Where a server prints texts for its operator. */
export interface Output {
  readonly print: (text: string) => void
  /** Whether only the operator sees the output. False for files and pipes, such as the log of a service. */
  readonly isTerminal: boolean
}

/** The parts of a server that its greeting needs. */
export interface GreetParts {
  readonly deps: AppDependencies
  /** Whether the store was empty. */
  readonly isNew: boolean
  readonly logger: Logger
  readonly output: Output
}

/**
 * Tells the operator the links of the server. In an empty store, first creates the account, its API key and
 * the demo data. Until there is an owner, each start also makes a link to become it, unless the API key was
 * given. Key and link are printed only to a terminal; otherwise they are stored in the data folder.
 */
export async function greet(config: Config, parts: GreetParts): Promise<void> {
  const { deps, logger, output } = parts
  const accountId = await firstAccount(deps)
  const setupLink = await newSetupLink(config, deps, accountId, output.isTerminal)
  if (parts.isNew) {
    const text = await setUp(config, parts, accountId, setupLink)
    if (text !== undefined) return output.print(text)
  }
  if (output.isTerminal) return output.print(greeting(config, { setupLink }))
  const file = setupLink?.kind === 'file' ? { 'Sign-in link of the owner': setupLink.path } : {}
  logger.info({ ...file, ...links(config) }, 'links')
}

/** A new link to become the owner. Undefined if there is one, or if the operator chose the API key. */
async function newSetupLink(
  { bootstrapApiKey, publicUrl, dataDir }: Config,
  deps: AppDependencies,
  accountId: string,
  isTerminal: boolean,
): Promise<SetupLink | undefined> {
  if (bootstrapApiKey !== undefined || (await findOwner(deps, accountId))) return undefined
  const token = await createOperatorLink(deps, { kind: 'setup', accountId })
  const url = `${publicUrl}/sign-in#setup=${token}`
  if (isTerminal) return { kind: 'shown', url }
  return { kind: 'file', path: await storeSecret(dataDir, 'first-sign-in-link', url) }
}

/** Creates the first API key and the demo data. Returns the text to print once. Undefined if it would say nothing new. */
async function setUp(
  config: Config,
  { deps, output }: Pick<GreetParts, 'deps' | 'output'>,
  accountId: string,
  setupLink: SetupLink | undefined,
): Promise<string | undefined> {
  const key = await firstKey(config, deps, output.isTerminal)
  if (config.demo) {
    return demoGreeting(config, { setupLink, key }, await createDemo(deps, accountId))
  }
  return key.kind === 'given' ? undefined : greeting(config, { setupLink, key })
}

async function firstKey(
  { bootstrapApiKey, dataDir }: Config,
  deps: AppDependencies,
  isTerminal: boolean,
): Promise<FirstKey> {
  if (bootstrapApiKey !== undefined) return { kind: 'given' }
  const apiKey = deps.secrets.newApiKey()
  const key: FirstKey = isTerminal
    ? { kind: 'shown', apiKey }
    : { kind: 'file', path: await storeSecret(dataDir, 'first-api-key', apiKey) }
  await ensureApiKey(deps, apiKey)
  return key
}
