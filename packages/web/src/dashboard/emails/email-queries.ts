import type { components } from '@holdfast/client'
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../api.ts'

type Schemas = components['schemas']

export type Message = Schemas['Message']
export type MessageSummary = Schemas['MessageSummary']
export type MessageKind = Message['kind']
export type MessageLanguage = Message['language']

/** All kinds of emails in all languages. */
export const messagesQuery = queryOptions({
  queryKey: ['messages', 'all'],
  queryFn: async () => (await unwrap(api.GET('/v1/messages'))).data,
})

/** An email with its subject and text. */
export const messageQuery = (kind: MessageKind, language: MessageLanguage) =>
  queryOptions({
    queryKey: ['messages', kind, language],
    queryFn: () =>
      unwrap(api.GET('/v1/messages/{kind}/{language}', { params: { path: { kind, language } } })),
  })

/** An email with sample data. The last one stays while the next one loads. */
export const previewQuery = (
  { kind, language }: Pick<Message, 'kind' | 'language'>,
  body: { readonly subject: string; readonly text: string },
) =>
  queryOptions({
    queryKey: ['message-preview', kind, language, body],
    queryFn: () =>
      unwrap(
        api.POST('/v1/messages/{kind}/{language}/preview', {
          params: { path: { kind, language } },
          body,
        }),
      ),
    retry: false,
    gcTime: 0,
    placeholderData: (last: Schemas['MessagePreview'] | undefined) => last,
  })
