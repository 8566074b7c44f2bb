import { catalogue } from '../../shared/language.ts'

export const signInMessages = catalogue({
  en: {
    title: 'Sign in',
    lead: 'The dashboard opens with an API key of your account. It is kept in a cookie that no script can read, for a week.',
    apiKey: 'API key',
    hint: 'It begins with hf_. The first key was printed when the server first started.',
    signIn: 'Sign in',
    wrong: 'This key is not known, or was revoked.',
    tooOften: 'Too many tries from your network. Please wait a minute.',
  },
  de: {
    title: 'Anmelden',
    lead: 'Die Übersicht öffnet sich mit einem API-Schlüssel Ihres Kontos. Er bleibt eine Woche in einem Cookie, das kein Skript lesen kann.',
    apiKey: 'API-Schlüssel',
    hint: 'Er beginnt mit hf_. Der erste wurde beim ersten Start des Servers ausgegeben.',
    signIn: 'Anmelden',
    wrong: 'Dieser Schlüssel ist unbekannt oder wurde widerrufen.',
    tooOften: 'Zu viele Versuche aus Ihrem Netz. Bitte warten Sie eine Minute.',
  },
})
