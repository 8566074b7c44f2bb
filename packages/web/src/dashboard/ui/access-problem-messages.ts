import { catalog } from '../../shared/language.ts'
import type { ProblemText } from '../../shared/problem-messages.ts'

type AccessProblem =
  | 'account_suspended'
  | 'edge_required'
  | 'forbidden'
  | 'recent_sign_in_required'
  | 'sign_in_invalid'

/** The problems of callers who are not let in, in words for the account's own staff. */
export const accessProblemMessages = catalog<Readonly<Record<AccessProblem, ProblemText>>>({
  en: {
    sign_in_invalid: {
      title: 'This sign-in failed',
      text: 'The passkey is unknown or took too long. Try again.',
    },
    forbidden: {
      title: "You can't do this",
      text: 'Your role does not allow it. Ask an owner of the account.',
    },
    account_suspended: {
      title: 'This account is suspended',
      text: 'Contact the operator of this server.',
    },
    recent_sign_in_required: {
      title: "Confirm it's you",
      text: 'This change needs a sign-in within the last hour.',
    },
    edge_required: {
      title: "This address can't be used",
      text: 'Open the public address of this server.',
    },
  },
  de: {
    sign_in_invalid: {
      title: 'Das hat nicht geklappt',
      text: 'Der Passkey ist unbekannt, oder es hat zu lange gedauert. Versuchen Sie es noch einmal.',
    },
    forbidden: {
      title: 'Das dürfen Sie nicht',
      text: 'Ihre Rolle lässt es nicht zu. Fragen Sie eine Person, der das Konto gehört.',
    },
    account_suspended: {
      title: 'Dieses Konto ist gesperrt',
      text: 'Wenden Sie sich an den Betreiber dieses Servers.',
    },
    recent_sign_in_required: {
      title: 'Bestätigen Sie, dass Sie es sind',
      text: 'Diese Änderung verlangt eine Anmeldung in der letzten Stunde.',
    },
    edge_required: {
      title: 'Diese Adresse geht nicht',
      text: 'Öffnen Sie die öffentliche Adresse dieses Servers.',
    },
  },
})
