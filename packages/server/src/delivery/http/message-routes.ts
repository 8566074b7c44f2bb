import {
  fieldsOfMessage,
  Message,
  MessageList,
  MessagePath,
  MessagePreview,
  MessagePreviewInput,
  MessageWrite,
  recipientOfMessage,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { json, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { timestamps } from '../../kernel/representations.ts'
import { builtInText } from '../messages/built-in.ts'
import type { AccountMessage } from '../messages/messages.ts'
import {
  changeMessage,
  getMessage,
  listMessages,
  type MessageDependencies,
  resetMessage,
} from '../messages/messages.ts'
import { previewMessage } from '../messages/preview.ts'

const endpoint = accountEndpointOf('Messages')
const collection = '/v1/messages'
const path = `${collection}/{kind}/{language}`
const params = MessagePath

/** Endpoints for the subjects and texts of emails. */
export const messageEndpoints = ({
  deps,
  settings,
}: HttpContext<MessageDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: collection,
    operationId: 'listMessages',
    summary: 'List the messages',
    description: 'All kinds in all languages, on one page.',
    query: z.strictObject({}),
    answers: { 200: { description: 'The messages.', schema: MessageList } },
    perform: async ({ caller }) => ok({ data: await listMessages(deps, caller) }),
    answer: (listed) => page(listed, messageSummary),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getMessage',
    summary: 'Read a message',
    description: 'With the fields that its templates can show.',
    params,
    answers: { 200: { description: 'The message.', schema: Message } },
    perform: async ({ caller, params: name }) => ok(await getMessage(deps, caller, name)),
    answer: (found) => resource(messageRepresentation(found)),
  }),
  endpoint({
    method: 'put',
    path,
    operationId: 'changeMessage',
    summary: 'Change a message',
    description:
      'Replaces its subject and its text. Details and buttons of the email stay. If a template fails when an email is sent, the built-in text is sent instead.',
    params,
    body: MessageWrite,
    honoursIfMatch: true,
    answers: { 200: { description: 'The changed message.', schema: Message } },
    perform: ({ caller, params: name, body }) => changeMessage(deps, caller, name, body),
    answer: (changed) => resource(messageRepresentation(changed)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'resetMessage',
    summary: 'Reset a message',
    description: 'The built-in text is sent again.',
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The message is as it was built in.' } },
    perform: ({ caller, params: name }) => resetMessage(deps, caller, name),
    answer: noContent,
  }),
  endpoint({
    method: 'post',
    path: `${path}/preview`,
    operationId: 'previewMessage',
    summary: 'Preview a message',
    description: 'Fills templates with sample data. Stores and sends nothing.',
    params,
    body: MessagePreviewInput,
    answers: { 200: { description: 'The email.', schema: MessagePreview } },
    perform: ({ caller, params: name, body }) =>
      previewMessage({ ...deps, publicUrl: settings.publicUrl ?? '' }, caller, name, body),
    answer: ({ subject, text, html }) => json({ subject, text, html }),
  }),
]

/** The representation of a message in the list of all. */
const messageSummary = ({ kind, language, template }: AccountMessage) => ({
  kind,
  language,
  recipient: recipientOfMessage(kind),
  customized: template !== undefined,
  updatedAt: template ? timestamps(template).updatedAt : null,
})

/** The representation of a message. */
function messageRepresentation(message: AccountMessage) {
  const { kind, language, template } = message
  const builtIn = { ...builtInText(kind, language) }
  const { subject, text } = template ?? builtIn
  return {
    ...messageSummary(message),
    subject,
    text,
    builtIn,
    fields: fieldsOfMessage(kind).map(({ name, description, example }) => ({
      name,
      description,
      example,
    })),
    version: template?.version ?? 0,
    createdAt: template ? timestamps(template).createdAt : null,
  }
}
