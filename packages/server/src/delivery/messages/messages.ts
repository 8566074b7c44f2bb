import { ok, type Result, refuse } from '@holdfast/engine'
import { ACCOUNT_LOCALES, accountEntity } from '../../identity/accounts/account.ts'
import { findAccount } from '../../identity/accounts/accounts.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { messageTemplateKey, messageTemplatesRange } from '../keys.ts'
import type { MessageName } from '../mails/custom-text.ts'
import type { TemplateEngine } from '../ports/template-engine.ts'
import { templateErrors } from '../templates/check-template.ts'
import { MESSAGE_KINDS } from '../templates/message-kinds.ts'
import {
  type MessageTemplate,
  type MessageText,
  messageTemplateEntity,
} from '../templates/message-template.ts'

/** A message of an account. Without a template, the built-in text is sent. */
export interface AccountMessage extends MessageName {
  readonly template?: MessageTemplate
}

type ReadDependencies = Pick<Dependencies, 'store'>

/** What changing messages needs. */
export interface MessageDependencies extends Dependencies {
  readonly templateEngine: TemplateEngine
}

/** Reads a message of the caller's account. */
export async function getMessage(
  deps: ReadDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  name: MessageName,
): Promise<AccountMessage> {
  const key = messageTemplateKey(accountId, name.kind, name.language)
  const template = await messageTemplateEntity.read(deps.store, key)
  return { ...name, ...(template && { template }) }
}

const TEMPLATES_PER_READ = 100

/** All messages in all languages, in the order of the contract. */
export async function listMessages(
  deps: ReadDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<readonly AccountMessage[]> {
  const changed = new Map<string, MessageTemplate>()
  let cursor: string | undefined
  do {
    const page = await deps.store.query({
      ...messageTemplatesRange(accountId),
      limit: TEMPLATES_PER_READ,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    for (const item of page.items) {
      const template = messageTemplateEntity.decode(item)
      changed.set(`${template.kind} ${template.language}`, template)
    }
    cursor = page.cursor
  } while (cursor !== undefined)
  return MESSAGE_KINDS.flatMap((kind) =>
    ACCOUNT_LOCALES.map((language) => {
      const template = changed.get(`${kind} ${language}`)
      return { kind, language, ...(template && { template }) }
    }),
  )
}

/** The version of a message that was never changed. */
const BUILT_IN_VERSION = 0

/**
 * Changes the subject and text of a message. Refused unless both can be sent. The first change of an account
 * marks the account, so that the others cost no read for each email.
 */
export async function changeMessage(
  deps: MessageDependencies,
  caller: Caller<AccountMessage>,
  name: MessageName,
  text: MessageText,
): Promise<Result<AccountMessage, Refusal>> {
  const errors = await templateErrors(deps.templateEngine, name.kind, text)
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const { accountId } = caller
  return retryOnConflict(`message ${name.kind} of ${accountId}`, async () => {
    const { template: before } = await getMessage(deps, caller, name)
    const version = before?.version ?? BUILT_IN_VERSION
    const stale = versionMismatch(caller, version)
    if (stale) return stale
    const account = await findAccount(deps, accountId)
    if (account === undefined) return notFound('account', accountId)
    const now = epochSeconds(deps.clock)
    const after: MessageTemplate = {
      accountId,
      ...name,
      ...text,
      version: version + 1,
      createdAtEpochSeconds: before?.createdAtEpochSeconds ?? now,
      updatedAtEpochSeconds: now,
    }
    const marked = { ...account, hasMessageTemplates: true, version: account.version + 1 } as const
    const writes = {
      template: messageTemplateEntity.put(before, after),
      account: account.hasMessageTemplates ? undefined : accountEntity.replace(account, marked),
    }
    const answer = { ...name, template: after }
    return commitOrConflict(deps, caller, writes, answer)
  })
}

/** Removes the account's own text of a message. Does nothing if it has none. */
export function resetMessage(
  deps: Dependencies,
  caller: Caller<undefined>,
  name: MessageName,
): Promise<Result<undefined, Refusal>> {
  return retryOnConflict(`message ${name.kind} of ${caller.accountId}`, async () => {
    const { template } = await getMessage(deps, caller, name)
    const stale = versionMismatch(caller, template?.version ?? BUILT_IN_VERSION)
    if (stale) return stale
    if (template === undefined) return ok(undefined)
    const writes = { template: messageTemplateEntity.remove(template) }
    return commitOrConflict(deps, caller, writes, undefined)
  })
}
