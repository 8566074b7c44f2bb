import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { type Account, api, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useDraftForm } from '../ui/use-draft-form.ts'
import { type AccountDraft, accountChangeOf, accountDraftOf } from './account-draft.ts'
import own from './account-page.module.css'
import { accountQuery, invalidateAccount } from './account-queries.ts'
import { BrandCard } from './brand-card.tsx'
import { accountMessages } from './messages.ts'
import {
  BasicsCard,
  BookingsCard,
  DirectoryCard,
  EmbeddingCard,
  LimitsCard,
  PrivacyCard,
  SecurityCard,
} from './settings-cards.tsx'

/** The page of the account's settings. */
export function AccountPage() {
  const t = useMessages(accountMessages)
  const account = useQuery(accountQuery)
  return (
    <Page title={t.title}>
      <QueryView query={account}>{(saved) => <Editor key={saved.id} account={saved} />}</QueryView>
    </Page>
  )
}

function Editor({ account }: { readonly account: Account }) {
  const t = useMessages(accountMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const form = useDraftForm<AccountDraft, Account>({
    start: account,
    initial: () => accountDraftOf(account),
    save: (saved = account, draft) => {
      const params = { header: ifMatch(saved) }
      return unwrap(api.PATCH('/v1/account', { params, body: accountChangeOf(saved, draft) }))
    },
    onSaved: async () => {
      toast({ title: t.saved })
      await invalidateAccount(client)
    },
  })
  const { draft, saved = account, error } = form
  const card = { draft, errors: fieldErrors(error, inputMessage), onChange: form.change }
  return (
    <form className={`${styles.form} ${own.form}`} onSubmit={form.submit}>
      {form.unsavedQuestion}
      <BasicsCard {...card} savedSlug={saved.slug} />
      <BrandCard {...card} />
      <DirectoryCard {...card} />
      <EmbeddingCard {...card} />
      <BookingsCard {...card} />
      <LimitsCard {...card} />
      <PrivacyCard {...card} />
      <SecurityCard {...card} />
      {error !== undefined && <Failure error={error} />}
      <div className={styles.save}>
        <Button kind="primary" type="submit" isBusy={form.isBusy}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}
