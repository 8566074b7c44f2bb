import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import { sessionQuery } from '../queries.ts'
import { Empty, Page } from '../ui/page.tsx'
import { ownMessages } from './messages.ts'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/** The page about the signed-in person's own sign-in: passkeys and sessions. */
export default function OwnPage() {
  const t = useMessages(ownMessages)
  const { data: session } = useQuery(sessionQuery)
  const member = session?.member
  if (!member) {
    return (
      <Page title={t.title}>
        <Empty title={t.keyOnly} />
      </Page>
    )
  }
  return (
    <Page title={t.title} lead={t.lead(member.name, shownEmail(member.email))}>
      <Passkeys />
      <Sessions />
    </Page>
  )
}
