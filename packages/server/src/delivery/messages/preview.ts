import { ok, type Result, refuse } from '@holdfast/engine'
import { findAccount } from '../../identity/accounts/accounts.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { InputError, Refusal } from '../../kernel/refusals.ts'
import { fillMessage, type MessageName, nameOfAccount } from '../mails/custom-text.ts'
import { mailBrandOf } from '../mails/mail-brand.ts'
import { layOut } from '../mails/mail-layout.ts'
import type { Mail } from '../ports/mailer.ts'
import type { TemplateEngine } from '../ports/template-engine.ts'
import { questionOf, templateErrors } from '../templates/check-template.ts'
import type { MessageText } from '../templates/message-template.ts'
import { builtInText } from './built-in.ts'
import { getMessage } from './messages.ts'
import { sampleMail } from './sample-mail.ts'

/** What a preview needs. */
export interface PreviewDependencies extends Pick<Dependencies, 'store'> {
  readonly templateEngine: TemplateEngine
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
  const errors = await templateErrors(deps.templateEngine, name.kind, templates)
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const account = await findAccount(deps, caller.accountId)
  const sample = sampleMail(name.kind, name.language, {
    name: nameOfAccount(account),
    publicUrl: deps.publicUrl,
    questionIds: await questionsIn(deps, templates),
  })
  const broken: InputError[] = []
  const filled = await fillMessage(deps, templates, sample.values, (part, message) =>
    broken.push({ pointer: `/${part}`, message }),
  )
  return broken.length > 0
    ? refuse({ code: 'validation_failed', errors: broken })
    : ok(layOut(sample.write(filled), mailBrandOf(account)))
}

/** The ids of the questions whose answers templates show. */
async function questionsIn(
  { templateEngine }: Pick<PreviewDependencies, 'templateEngine'>,
  { subject, text }: MessageText,
): Promise<readonly string[]> {
  const read = await Promise.all([subject, text].map((each) => templateEngine.fieldsRead(each)))
  return read.flatMap((fields) =>
    fields.ok ? fields.value.flatMap((field) => questionOf(field) ?? []) : [],
  )
}
