import { useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { LANGUAGE_NAMES } from '../../shared/language.ts'
import { Button } from '../../shared/ui/button.tsx'
import { accountQuery } from '../account/account-queries.ts'
import { commonMessages } from '../messages.ts'
import { navigate } from '../router.tsx'
import { Badge, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { type MessageSummary, messagesQuery } from './email-queries.ts'
import { FollowUpsForm } from './follow-ups-form.tsx'
import { kindMessages } from './kind-messages.ts'
import { emailMessages } from './messages.ts'

/** The page of all emails, by recipient. */
export default function EmailsPage() {
  const t = useMessages(emailMessages)
  const account = useQuery(accountQuery)
  const messages = useQuery(messagesQuery)
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryView query={account}>
        {(saved) => <FollowUpsForm key={saved.id} account={saved} />}
      </QueryView>
      <QueryView query={messages}>
        {(all) =>
          (['booker', 'provider', 'guest'] as const).map((recipient) => (
            <Section key={recipient} title={t.recipients[recipient]}>
              <Rows label={t.recipients[recipient]}>
                {kindsTo(recipient, all).map((kind) => (
                  <KindRow key={kind} kind={kind} all={all} />
                ))}
              </Rows>
            </Section>
          ))
        }
      </QueryView>
    </Page>
  )
}

const kindsTo = (recipient: MessageSummary['recipient'], all: readonly MessageSummary[]) => [
  ...new Set(all.filter((each) => each.recipient === recipient).map(({ kind }) => kind)),
]

interface KindRowProps {
  readonly kind: MessageSummary['kind']
  readonly all: readonly MessageSummary[]
}

function KindRow({ kind, all }: KindRowProps) {
  const t = useMessages(emailMessages)
  const common = useMessages(commonMessages)
  const { name, sent } = useMessages(kindMessages)[kind]
  const { language: own } = useI18n()
  const account = useQuery(accountQuery)
  const changed = all.filter((each) => each.kind === kind && each.customized)
  const first = changed[0]?.language ?? account.data?.locale ?? own
  return (
    <Row
      title={name}
      badge={changed.length > 0 && <Badge tone="good">{t.changed}</Badge>}
      meta={
        <>
          <span>{sent}</span>
          {changed.length > 0 && (
            <span>{changed.map(({ language }) => LANGUAGE_NAMES[language]).join(', ')}</span>
          )}
        </>
      }
      actions={
        <Button onClick={() => navigate(`/emails/${kind}/${first}`)} aria-label={t.editNamed(name)}>
          {common.edit}
        </Button>
      }
    />
  )
}
