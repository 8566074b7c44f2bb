import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '../../shared/base-path.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type Session, unwrap } from '../api.ts'
import { ownAccountsQuery } from '../sessions/own-queries.ts'
import { Failure } from '../ui/failure.tsx'
import { Modal } from '../ui/modal.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { shellMessages } from './messages.ts'
import styles from './shell.module.css'

interface AccountSwitchProps {
  readonly session: Session
  readonly onClose: () => void
}

/** Continues in another account of the signed-in person. */
export function AccountSwitch({ session, onClose }: AccountSwitchProps) {
  const t = useMessages(shellMessages)
  const accounts = useQuery(ownAccountsQuery)
  const [error, setError] = useState<unknown>()
  const [busyId, setBusyId] = useState<string>()
  const switchTo = async (accountId: string) => {
    setBusyId(accountId)
    setError(undefined)
    try {
      await unwrap(api.POST('/v1/sign-in/switch', { body: { accountId } }))
      // Nothing on the page belongs to the other account.
      location.assign(addressOf('/dashboard'))
    } catch (caught) {
      setError(caught)
      setBusyId(undefined)
    }
  }
  return (
    <Modal title={t.switchAccount} onClose={onClose}>
      {error !== undefined && <Failure error={error} />}
      <QueryView query={accounts}>
        {(all) => (
          <ul className={styles.accounts}>
            {all.map(({ id, name }) => (
              <li key={id}>
                {id === session.account.id ? (
                  <p aria-current="true">
                    <span dir="auto">{name}</span>
                    <span className={styles.current}>{t.currentAccount}</span>
                  </p>
                ) : (
                  <Button isBusy={busyId === id} onClick={() => void switchTo(id)}>
                    <span dir="auto">{name}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Modal>
  )
}
