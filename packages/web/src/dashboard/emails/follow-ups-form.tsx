import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { invalidateAccount } from '../account/account-queries.ts'
import { type Account, api, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { type LeadTime, leadMinutesOf, leadTimeOf } from '../ui/lead-time.ts'
import { LeadTimeField } from '../ui/lead-time-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useDraftForm } from '../ui/use-draft-form.ts'
import { emailMessages } from './messages.ts'

interface FollowUpsDraft {
  readonly thankYou: boolean
  readonly noShow: boolean
  readonly delay: LeadTime
}

/** Switches the emails after a booking on or off. */
export function FollowUpsForm({ account }: { readonly account: Account }) {
  const t = useMessages(emailMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const { thankYou, noShow, delayMinutes } = account.followUps
  const form = useDraftForm<FollowUpsDraft, Account>({
    start: account,
    initial: () => ({ thankYou, noShow, delay: leadTimeOf(delayMinutes) }),
    save: (saved = account, { delay, ...switches }) => {
      const params = { header: ifMatch(saved) }
      const followUps = { ...switches, delayMinutes: leadMinutesOf(delay) ?? 0 }
      return unwrap(api.PATCH('/v1/account', { params, body: { followUps } }))
    },
    onSaved: async () => {
      toast({ title: t.savedAfter })
      await invalidateAccount(client)
    },
  })
  const { draft, error, change } = form
  return (
    <form onSubmit={form.submit}>
      {form.unsavedQuestion}
      <Card className={styles.card ?? ''}>
        <div className={styles.cardHead}>
          <h2>{t.after}</h2>
          <p>{t.afterLead}</p>
        </div>
        <div>
          <CheckField isChecked={draft.thankYou} onChange={(on) => change({ thankYou: on })}>
            {t.thankYou}
          </CheckField>
          <CheckField isChecked={draft.noShow} onChange={(on) => change({ noShow: on })}>
            {t.noShow}
          </CheckField>
        </div>
        <LeadTimeField
          label={t.delay}
          hint={t.delayHint}
          isRequired
          time={draft.delay}
          error={fieldErrors(error, inputMessage)['followUps/delayMinutes']}
          onChange={(delay) => change({ delay })}
        />
        {error !== undefined && <Failure error={error} />}
        <Button kind="primary" type="submit" isBusy={form.isBusy}>
          {common.save}
        </Button>
      </Card>
    </form>
  )
}
