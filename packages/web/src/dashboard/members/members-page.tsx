import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import { api, ifMatch, type Member, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { sessionQuery } from '../queries.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { MemberDialog } from './member-dialog.tsx'
import { membersQuery } from './member-queries.ts'
import styles from './members-page.module.css'
import { memberMessages } from './messages.ts'
import { roleMessages } from './role-messages.ts'

type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'change' | 'remove'; readonly member: Member }

/** The page of the account's members. */
export function MembersPage() {
  const t = useMessages(memberMessages)
  const common = useMessages(commonMessages)
  const members = useQuery(membersQuery)
  const client = useQueryClient()
  const toast = useToast()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const remove = async (member: Member) => {
    const params = { path: { id: member.id }, header: ifMatch(member) }
    await unwrap(api.DELETE('/v1/members/{id}', { params }))
    toast({ title: t.removed })
    await invalidate(client, 'members', 'session')
  }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Button kind="primary" onClick={() => setOpen({ kind: 'invite' })}>
          {t.invite}
        </Button>
      }
    >
      <QueryView query={members}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <Rows label={t.title}>
              {all.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  onOpen={(kind) => setOpen({ kind, member })}
                />
              ))}
            </Rows>
          )
        }
      </QueryView>
      <RoleGuide />
      {open?.kind === 'invite' && <MemberDialog onClose={close} />}
      {open?.kind === 'change' && <MemberDialog member={open.member} onClose={close} />}
      {open?.kind === 'remove' && (
        <Confirm
          title={t.removeTitle}
          label={common.remove}
          onConfirm={() => remove(open.member)}
          onClose={close}
        >
          <p>
            <strong>{open.member.name}</strong>. {t.removeText}
          </p>
        </Confirm>
      )}
    </Page>
  )
}

interface MemberRowProps {
  readonly member: Member
  readonly onOpen: (kind: 'change' | 'remove') => void
}

function MemberRow({ member, onOpen }: MemberRowProps) {
  const t = useMessages(memberMessages)
  const common = useMessages(commonMessages)
  const roles = useMessages(roleMessages)
  const { format } = useI18n()
  const names = useNames()
  const access = useAccess()
  const { data: session } = useQuery(sessionQuery)
  const { id, name, email, role, status, providerIds } = member
  const seen = providerIds?.map((providerId) => names.provider(providerId)?.name ?? providerId)
  const canChange = role !== 'owner' || access.role !== 'admin'
  return (
    <Row
      title={name}
      badge={
        <>
          <Badge tone="good">{roles.names[role]}</Badge>
          {status === 'invited' && <Badge tone="warn">{t.invited}</Badge>}
          {id === session?.member?.id && <Badge tone="quiet">{t.you}</Badge>}
        </>
      }
      meta={
        <>
          <span>{shownEmail(email)}</span>
          {seen && <span>{t.only(format.list(seen))}</span>}
        </>
      }
      actions={
        canChange && (
          <>
            {status === 'invited' && <ResendButton member={member} />}
            <Button aria-label={`${common.remove}: ${name}`} onClick={() => onOpen('remove')}>
              {common.remove}
            </Button>
            <Button
              kind="primary"
              aria-label={`${common.edit}: ${name}`}
              onClick={() => onOpen('change')}
            >
              {common.edit}
            </Button>
          </>
        )
      }
    />
  )
}

function ResendButton({ member: { id, name, email } }: { readonly member: Member }) {
  const t = useMessages(memberMessages)
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const resend = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await unwrap(api.POST('/v1/members/{id}/resend-invitation', { params: { path: { id } } }))
      toast({ title: t.sent(shownEmail(email)) })
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  return (
    <>
      {error !== undefined && <Failure error={error} />}
      <Button aria-label={`${t.resend}: ${name}`} isBusy={isBusy} onClick={() => void resend()}>
        {t.resend}
      </Button>
    </>
  )
}

/** What each role can do, in one line each. */
function RoleGuide() {
  const t = useMessages(memberMessages)
  const roles = useMessages(roleMessages)
  const all = Object.keys(roles.names) as (keyof typeof roles.names)[]
  return (
    <Section title={t.roles}>
      <dl className={styles.roles}>
        {all.map((role) => (
          <div key={role}>
            <dt>{roles.names[role]}</dt>
            <dd>{roles.may[role]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
