import type { Logger } from 'pino'
import { firstAccount } from '../identity/accounts/accounts.ts'
import { ensureApiKey } from '../identity/api-keys/api-keys.ts'
import type { Config } from './config.ts'
import { createDemo } from './demo.ts'
import { demoGreeting, type FirstKey, greeting, links, storeFirstKey } from './greeting.ts'
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
 * the demo data. The API key is printed only to a terminal; otherwise it is stored in the data folder.
 */
export async function greet(config: Config, parts: GreetParts): Promise<void> {
  const { logger, output } = parts
  if (parts.isNew) {
    const text = await setUp(config, parts)
    if (text !== undefined) return output.print(text)
  }
  if (output.isTerminal) output.print(greeting(config))
  else logger.info(links(config), 'links')
}

/** Creates the first account. Returns the text to print once. Undefined if it would say nothing new. */
async function setUp(
  config: Config,
  { deps, output }: Pick<GreetParts, 'deps' | 'output'>,
): Promise<string | undefined> {
  const key = await firstKey(config, deps, output.isTerminal)
  const accountId = await firstAccount(deps)
  if (config.demo) return demoGreeting(config, key, await createDemo(deps, accountId))
  return key.kind === 'given' ? undefined : greeting(config, key)
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
    : { kind: 'file', path: await storeFirstKey(dataDir, apiKey) }
  await ensureApiKey(deps, apiKey)
  return key
}
