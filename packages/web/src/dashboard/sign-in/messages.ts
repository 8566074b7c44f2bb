import { catalog } from '../../shared/language.ts'

/** The texts of the sign-in page. */
export const signInMessages = catalog({
  en: {
    title: 'Sign in',
    lead: 'Sign in with an API key of your account. You stay signed in for a week.',
    apiKey: 'API key',
    hint: 'Starts with hf_. The server printed your first key when it first started, or stored it in first-api-key in its data folder.',
    signIn: 'Sign in',
    wrong: "This key doesn't exist or was revoked.",
    tooOften: 'Too many attempts. Wait a minute, then try again.',
  },
  de: {
    title: 'Anmelden',
    lead: 'Melden Sie sich mit einem API-Schlüssel Ihres Kontos an. Sie bleiben eine Woche angemeldet.',
    apiKey: 'API-Schlüssel',
    hint: 'Beginnt mit hf_. Der Server hat den ersten Schlüssel bei seinem ersten Start ausgegeben oder in seinem Datenordner in first-api-key gespeichert.',
    signIn: 'Anmelden',
    wrong: 'Diesen Schlüssel gibt es nicht, oder er wurde widerrufen.',
    tooOften: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
  },
})
