import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { directionOf, LANGUAGE_NAMES } from '../../shared/language.ts'
import { sharedMessages } from '../../shared/messages.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { Link, navigate } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { Empty, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useDraftForm } from '../ui/use-draft-form.ts'
import { type Message, type MessageSummary, messageQuery, messagesQuery } from './email-queries.ts'
import own from './emails.module.css'
import { FieldList } from './field-list.tsx'
import { kindMessages } from './kind-messages.ts'
import { MailPreview } from './mail-preview.tsx'
import { emailMessages } from './messages.ts'

/** Edits an email in one language. */
export default function EmailPage({
  kind,
  language,
}: {
  readonly kind: string
  readonly language: string
}) {
  const t = useMessages(sharedMessages)
  const messages = useQuery(messagesQuery)
  return (
    <QueryView query={messages}>
      {(all) => {
        const found = all.find((each) => each.kind === kind && each.language === language)
        return found ? (
          <Loaded summary={found} all={all} />
        ) : (
          <Page title={t.notFoundTitle} back={<Back />}>
            <Empty title={t.notFound} />
          </Page>
        )
      }}
    </QueryView>
  )
}

function Back() {
  const t = useMessages(emailMessages)
  return (
    <p className={styles.back}>
      <Link to="/emails">‹ {t.title}</Link>
    </p>
  )
}

interface LoadedProps {
  readonly summary: MessageSummary
  readonly all: readonly MessageSummary[]
}

function Loaded({ summary: { kind, language }, all }: LoadedProps) {
  const { name, sent } = useMessages(kindMessages)[kind]
  const message = useQuery(messageQuery(kind, language))
  return (
    <Page title={name} lead={sent} back={<Back />}>
      <LanguageField kind={kind} language={language} all={all} />
      <QueryView query={message}>
        {/* A reset is another message: its editor starts again. */}
        {(saved) => <Editor key={saved.customized ? 'own' : 'built-in'} message={saved} />}
      </QueryView>
    </Page>
  )
}

interface LanguageFieldProps extends Pick<Message, 'kind' | 'language'> {
  readonly all: readonly MessageSummary[]
}

function LanguageField({ kind, language, all }: LanguageFieldProps) {
  const t = useMessages(emailMessages)
  const options = all
    .filter((each) => each.kind === kind)
    .map((each) => {
      const name = LANGUAGE_NAMES[each.language]
      return { value: each.language, label: each.customized ? t.languageChanged(name) : name }
    })
  return (
    <div className={own.language}>
      <SelectField
        label={t.language}
        value={language}
        options={options}
        onChange={(next) => navigate(`/emails/${kind}/${next}`)}
      />
    </div>
  )
}

interface EmailDraft {
  readonly subject: string
  readonly text: string
}

const pathOf = ({ kind, language }: Message) => ({ path: { kind, language } })

function Editor({ message }: { readonly message: Message }) {
  const t = useMessages(emailMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const textArea = useRef<HTMLTextAreaElement>(null)
  const form = useDraftForm<EmailDraft, Message>({
    start: message,
    initial: () => ({ subject: message.subject, text: message.text }),
    save: (saved = message, body) =>
      unwrap(
        api.PUT('/v1/messages/{kind}/{language}', {
          params: { ...pathOf(message), header: ifMatch(saved) },
          body,
        }),
      ),
    onSaved: async () => {
      toast({ title: t.saved })
      // The first change of an account marks the account, which has another version then.
      await invalidate(client, 'messages', 'account')
      // The form of the list starts with the account that is cached, and would be refused with the version before.
      await client.refetchQueries({ queryKey: ['account'], type: 'inactive' })
    },
  })
  const { draft, error, change } = form
  const errors = fieldErrors(error, inputMessage)
  const direction = directionOf(message.language)
  /** Replaces the selected part of the text. */
  const insert = (field: string) => {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = textArea.current ?? {}
    change({ text: `${draft.text.slice(0, from)}${field}${draft.text.slice(to)}` })
    textArea.current?.focus()
  }
  return (
    <form className={styles.form} onSubmit={form.submit}>
      {form.unsavedQuestion}
      <div className={`${styles.columns} ${own.columns}`}>
        <Card className={styles.card ?? ''}>
          <Field label={t.subject} error={errors.subject}>
            {(control) => (
              <input
                {...control}
                required
                maxLength={200}
                dir={direction}
                lang={message.language}
                value={draft.subject}
                onChange={(event) => change({ subject: event.target.value })}
              />
            )}
          </Field>
          <Field label={t.text} hint={t.textHint} error={errors.text}>
            {(control) => (
              <textarea
                {...control}
                ref={textArea}
                required
                rows={10}
                maxLength={5000}
                dir={direction}
                lang={message.language}
                value={draft.text}
                onChange={(event) => change({ text: event.target.value })}
              />
            )}
          </Field>
        </Card>
        <MailPreview message={message} draft={draft} />
        <FieldList message={message} onInsert={insert} />
      </div>
      {error !== undefined && <Failure error={error} />}
      <div className={`${styles.save} ${own.save}`}>
        {message.customized && <ResetButton message={message} />}
        <Button kind="primary" type="submit" isBusy={form.isBusy}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}

function ResetButton({ message }: { readonly message: Message }) {
  const t = useMessages(emailMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const reset = async () => {
    await unwrap(
      api.DELETE('/v1/messages/{kind}/{language}', {
        params: { ...pathOf(message), header: ifMatch(message) },
      }),
    )
    toast({ title: t.resetDone })
    await invalidate(client, 'messages')
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t.reset}</Button>
      {isAsking && (
        <Confirm
          title={t.resetTitle}
          label={t.reset}
          onConfirm={reset}
          onClose={() => setAsking(false)}
        >
          <p>{t.resetText}</p>
        </Confirm>
      )}
    </>
  )
}
