import type { Account } from '../../identity/accounts/account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { messageTemplateKey } from '../keys.ts'
import type { TemplateEngine, TemplateValues } from '../ports/template-engine.ts'
import type { MessageKind } from '../templates/message-kinds.ts'
import { type MessageText, messageTemplateEntity } from '../templates/message-template.ts'
import type { MailLanguage } from '../texts.ts'

/** A template that could not be used; the built-in text was sent instead. */
export interface BrokenTemplate {
  readonly accountId: string
  readonly kind: MessageKind
  readonly language: MailLanguage
  readonly part: keyof MessageText
  readonly error: string
}

/** What changed messages need. */
export interface CustomTextDependencies extends Pick<Dependencies, 'store'> {
  readonly templateEngine: TemplateEngine
  /** Called for each template that could not be used. */
  readonly onBrokenTemplate?: (template: BrokenTemplate) => void
}

/** The account as far as its messages need it. */
export type MessageAccount = Pick<Account, 'id' | 'hasMessageTemplates'>

/** The name of an account that its customers read. */
export const nameOfAccount = (account: Pick<Account, 'name' | 'brand'> | undefined): string =>
  account?.brand?.name ?? account?.name ?? ''

/** Which message is written. */
export interface MessageName {
  readonly kind: MessageKind
  readonly language: MailLanguage
}

/**
 * The account's own subject and text of a message, filled. A part is absent where the account has none or
 * where its template fails, so that a template never loses an email. Reads nothing for an account that has
 * never changed a message.
 */
export async function customText(
  deps: CustomTextDependencies,
  account: MessageAccount | undefined,
  name: MessageName | undefined,
  values: () => TemplateValues,
): Promise<Partial<MessageText>> {
  if (!account?.hasMessageTemplates || name === undefined) return {}
  const key = messageTemplateKey(account.id, name.kind, name.language)
  const template = await messageTemplateEntity.read(deps.store, key)
  if (template === undefined) return {}
  return fillMessage(deps, template, values(), (part, error) =>
    deps.onBrokenTemplate?.({ accountId: account.id, ...name, part, error }),
  )
}

/**
 * Fills the templates of a message. A part that fails or shows nothing is absent; `onBroken` is called with
 * the reason.
 */
export async function fillMessage(
  { templateEngine }: Pick<CustomTextDependencies, 'templateEngine'>,
  { subject, text }: Partial<MessageText>,
  values: TemplateValues,
  onBroken: (part: keyof MessageText, error: string) => void,
): Promise<Partial<MessageText>> {
  const fill = async (part: keyof MessageText, template: string | undefined) => {
    if (template === undefined) return undefined
    const filled = await templateEngine.fill(template, values)
    const clean = filled.ok ? CLEAN[part](filled.value) : ''
    if (clean !== '') return clean
    onBroken(part, filled.ok ? 'shows nothing' : filled.refusal)
    return undefined
  }
  const [ownSubject, ownText] = [await fill('subject', subject), await fill('text', text)]
  return {
    ...(ownSubject !== undefined && { subject: ownSubject }),
    ...(ownText !== undefined && { text: ownText }),
  }
}

const SUBJECT_CHARACTERS = 250
const TEXT_CHARACTERS = 20_000

// A value may contain a line break, which would begin another header of the email.
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu
// Control characters other than line feed and tab, and halves of characters that were cut.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
const NOT_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cs}]/gu

const CLEAN: { readonly [Part in keyof MessageText]: (filled: string) => string } = {
  subject: (filled) =>
    filled.replace(LINE_BREAKS, ' ').slice(0, SUBJECT_CHARACTERS).replace(NOT_TEXT, '').trim(),
  text: (filled) =>
    filled
      .slice(0, TEXT_CHARACTERS)
      .replace(NOT_TEXT, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
}
