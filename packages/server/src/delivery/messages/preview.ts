import { ok, type Result, refuse } from '@holdfast/engine'
import { findAccount } from '../../identity/accounts/accounts.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { InputError, Refusal } from '../../kernel/refusals.ts'
import { fillMessage, type MessageName, nameOfAccount } from '../mails/custom-text.ts'
import type { Mail } from '../ports/mailer.ts'
import { templateErrors } from '../templates/check-template.ts'
import { templateEngine } from '../templates/load-engine.ts'
import type { MessageText } from '../templates/message-template.ts'
import { builtInText } from './built-in.ts'
import { getMessage } from './messages.ts'
import { sampleMail } from './sample-mail.ts'

/** What a preview needs. */
export interface PreviewDependencies extends Pick<Dependencies, 'store'> {
  /** The base of the links in the email. */
  readonly publicUrl: string
}

/** A part to show. An absent one is as it is sent now. */
export type PreviewInput = { readonly [Part in keyof MessageText]?: string | undefined }

/** A message with sample data. Refused as a change to the same templates would be. */
export async function previewMessage(
  deps: PreviewDependencies,
  caller: Pick<Caller, 'accountId'>,
  name: MessageName,
  { subject, text }: PreviewInput,
): Promise<Result<Mail, Refusal>> {
  const { template } = await getMessage(deps, caller, name)
  const current = template ?? builtInText(name.kind, name.language)
  const templates = { subject: subject ?? current.subject, text: text ?? current.text }
  const errors = await templateErrors(name.kind, templates)
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const account = await findAccount(deps, caller.accountId)
  const sample = sampleMail(name.kind, name.language, {
    name: nameOfAccount(account),
    publicUrl: deps.publicUrl,
    questionIds: await questionsIn(templates),
  })
  const broken: InputError[] = []
  const filled = await fillMessage(templates, sample.values, (part, message) =>
    broken.push({ pointer: `/${part}`, message }),
  )
  return broken.length > 0
    ? refuse({ code: 'validation_failed', errors: broken })
    : ok(sample.write(filled))
}

const ANSWERS = 'answers.'

/** The ids of the questions whose answers templates show. */
async function questionsIn({ subject, text }: MessageText): Promise<readonly string[]> {
  const { fieldsRead } = await templateEngine()
  return [subject, text].flatMap((template) => {
    const fields = fieldsRead(template)
    return fields.ok
      ? fields.value
          .filter((field) => field.startsWith(ANSWERS))
          .map((field) => field.slice(ANSWERS.length))
      : []
  })
}
