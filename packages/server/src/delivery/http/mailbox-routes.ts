import { ok, type Result } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import type { Caller } from '../../kernel/caller.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { KeptMails } from '../ports/kept-mails.ts'
import { framedMail, MAIL_POLICY, mailboxPage, PAGE_POLICY } from './mailbox-page.ts'

/** The most emails on the page. */
const MAILS_SHOWN = 50

interface MailFile {
  readonly file: string
  readonly body: string | Uint8Array
}

const endpoint = endpointOf('Mailbox')
const shared = { method: 'get', access: 'signed-in', isHidden: true } as const
const html = 'text/html; charset=utf-8'

/** The account whose emails a caller may read. Undefined in development mode: the emails of all accounts. */
const accountOf = ({ caller }: { readonly caller: Caller }): string | undefined =>
  caller.role === 'account' ? caller.accountId : undefined

/** Endpoints for the local mailbox of unsent emails: those of the account that is signed in. */
export const mailboxEndpoints = (mails: KeptMails): readonly AnyEndpoint[] => [
  endpoint({
    ...shared,
    path: '/mailbox',
    operationId: 'getMailbox',
    summary: 'List stored emails',
    answers: { 200: { description: 'The page.' } },
    perform: async (request) => ok(mailboxPage(await mails.list(MAILS_SHOWN, accountOf(request)))),
    answer: (body) => ({
      status: 200,
      body,
      headers: { 'content-type': html, 'content-security-policy': PAGE_POLICY },
    }),
  }),
  endpoint({
    ...shared,
    path: '/mailbox/{file}',
    operationId: 'getMailboxFile',
    summary: 'Read an email as HTML (`.html`) or in full (`.eml`)',
    params: z.strictObject({ file: z.string().regex(/^[\w.-]{1,128}\.(?:html|eml)$/) }),
    answers: { 200: { description: 'The email.' } },
    perform: async (request): Promise<Result<MailFile, Refusal>> => {
      const { file } = request.params
      const id = file.replace(/\.(?:html|eml)$/, '')
      const mail = await mails.find(id)
      const reader = accountOf(request)
      if (mail === undefined || (reader !== undefined && mail.accountId !== reader)) {
        return notFound('mail', id)
      }
      if (file.endsWith('.html')) return ok({ file, body: framedMail(mail) })
      const raw = await mails.raw(id)
      return raw === undefined ? notFound('mail', id) : ok({ file, body: raw })
    },
    answer: ({ file, body }) => ({
      status: 200,
      body,
      headers:
        typeof body === 'string'
          ? { 'content-type': html, 'content-security-policy': MAIL_POLICY }
          : {
              'content-type': 'message/rfc822',
              'content-disposition': `attachment; filename="${file}"`,
            },
    }),
  }),
]
