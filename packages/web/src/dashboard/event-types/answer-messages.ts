import { catalog } from '../../shared/language.ts'

/** The texts of what answers change, and of options in other languages. */
export const answerMessages = catalog({
  en: {
    rules: 'What answers change',
    noRules: 'Nothing',
    rulesOf: (count: number) => (count === 1 ? '1 option' : `${count} options`),
    rulesLead:
      'Bookers answer before they see times, so that times and prices fit. The answer stays the same afterwards.',
    addMinutes: 'Longer by (minutes)',
    addAmount: 'More expensive by',
    leadsTo: 'Leads to',
    leadsNowhere: 'Nothing else',
    leadsToPerson: (name: string) => `A booking with ${name}`,
    leadsToEventType: (title: string) => `“${title}” instead`,
    leadsToUnknown: 'Something that is no longer offered',
    texts: 'Options in other languages',
    noTexts: 'None',
    textsLead:
      'Bookers read these in their language, or the option above where a field is empty. Your team reads the options above.',
    addLanguage: 'Add language',
    addLanguageButton: 'Add',
    textsIn: (language: string) => `Options in ${language}`,
    removeLanguage: (language: string) => `Remove ${language}`,
  },
  de: {
    rules: 'Was Antworten ändern',
    noRules: 'Nichts',
    rulesOf: (count: number) => (count === 1 ? '1 Möglichkeit' : `${count} Möglichkeiten`),
    rulesLead:
      'Kunden antworten, bevor sie Zeiten sehen, damit Zeiten und Preise passen. Danach bleibt die Antwort gleich.',
    addMinutes: 'Länger um (Minuten)',
    addAmount: 'Teurer um',
    leadsTo: 'Führt zu',
    leadsNowhere: 'Nichts anderem',
    leadsToPerson: (name: string) => `Einer Buchung bei ${name}`,
    leadsToEventType: (title: string) => `„${title}“ stattdessen`,
    leadsToUnknown: 'Etwas, das nicht mehr angeboten wird',
    texts: 'Möglichkeiten in anderen Sprachen',
    noTexts: 'Keine',
    textsLead:
      'Kunden lesen diese in ihrer Sprache, und wo ein Feld leer ist, die Möglichkeit von oben. Ihr Team liest die von oben.',
    addLanguage: 'Sprache hinzufügen',
    addLanguageButton: 'Hinzufügen',
    textsIn: (language: string) => `Möglichkeiten auf ${language}`,
    removeLanguage: (language: string) => `${language} entfernen`,
  },
})
