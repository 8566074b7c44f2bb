import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('pt')

export default {
  shared: {
    language: 'Idioma',
    hourCycle: 'Formato de hora',
    hourCycles: {
      h23: '24 h',
      h12: '12 h',
    },
    firstWeekday: 'Primeiro dia da semana',
    loading: 'Carregando…',
    retry: 'Tentar novamente',
    offlineTitle: 'Sem conexão',
    offline: 'Não foi possível acessar o servidor. Verifique sua conexão e tente novamente.',
    slow: 'Está demorando mais que o normal. Continuamos tentando…',
    busyTitle: 'Solicitações demais',
    busy: (seconds) =>
      `Sua rede enviou solicitações demais. Tente novamente em ${plural(seconds, { one: '# segundo', other: '# segundos' })}.`,
    busyLonger: (duration) =>
      `Sua rede enviou solicitações demais. Tente novamente em ${duration}.`,
    failedTitle: 'Algo deu errado',
    failed: 'Tente novamente em instantes.',
    reference: (id) => `Referência para o suporte: ${id}`,
    partMissing: 'Parte desta página não carregou. Verifique sua conexão e tente novamente.',
    crashed: 'Esta página parou de funcionar. Recarregue-a para continuar.',
    reload: 'Recarregar a página',
    notFoundTitle: 'Página não encontrada',
    notFound: 'O link pode estar incompleto ou a página não existe mais.',
    poweredBy: 'Agendamento com Holdfast',
  },
  slots: {
    zone: 'Fuso horário',
    zoneIs: (zone) => `Fuso horário: ${zone}`,
    change: 'Alterar',
    changeZone: 'Alterar o fuso horário',
    searchZone: 'Buscar uma cidade',
    zonesFound: (count) =>
      plural(count, {
        0: 'Nenhum fuso horário encontrado. Busque uma cidade maior.',
        one: '# fuso horário',
        other: '# fusos horários',
      }),
    previousMonth: 'Mês anterior',
    nextMonth: 'Próximo mês',
    chooseDay: 'Escolha um dia',
    today: 'hoje',
    free: (count) =>
      plural(count, { one: '# horário disponível', other: '# horários disponíveis' }),
    noneFree: 'nenhum horário disponível',
    timesOn: (day) => `Horários: ${day}`,
    people: (count) => plural(count, { one: '# pessoa', other: '# pessoas' }),
    seatsLeft: (count) => plural(count, { one: 'resta # vaga', other: 'restam # vagas' }),
    inProviderZone: (time, city) => `${time} em ${city}`,
    fromWhen: (when) => `De ${when}`,
    untilWhen: (when) => `Até ${when}`,
    noTimesTitle: 'Nenhum horário disponível neste mês',
    noTimes: 'Tente um mês posterior.',
    showNext: 'Mostrar o próximo mês',
    nextDay: 'Próximo dia disponível',
    searching: 'Procurando o próximo dia disponível…',
    noneAhead: 'Nenhum horário disponível nos próximos 12 meses.',
    morning: 'Manhã',
    afternoon: 'Tarde',
    evening: 'Noite',
  },
  problems: {
    slot_taken: {
      title: 'Este horário já está ocupado',
      text: 'Alguém acabou de reservar este horário. Escolha outro.',
    },
    slot_not_bookable: {
      title: 'Este horário não está disponível',
      text: 'Escolha outro horário.',
    },
    session_cancelled: {
      title: 'Esta sessão foi cancelada',
      text: 'Não acontece mais neste horário. Escolha outro.',
    },
    booker_not_allowed: {
      title: 'Você não pode reservar este serviço',
      text: 'Ele é somente para determinados clientes, ou você já o reservou tantas vezes quanto permitido. Escolha outro serviço ou entre em contato com o profissional.',
    },
    limit_reached: {
      title: 'Limite de reservas atingido',
      text: 'O máximo de reservas para este dia ou para você foi atingido. Escolha outro dia ou cancele uma das suas reservas.',
    },
    calendar_unavailable: {
      title: 'Não podemos verificar este horário agora',
      text: 'A agenda do profissional não está respondendo. Tente novamente em instantes ou escolha outro horário.',
    },
    hold_expired: {
      title: 'Este horário não está mais reservado para você',
      text: 'Sua reserva provisória expirou, então outras pessoas puderam reservar este horário. Escolha um horário novamente.',
    },
    invalid_transition: {
      title: 'Isso não é mais possível',
      text: 'A reserva mudou. Recarregue a página para ver os dados atuais.',
    },
    event_type_inactive: {
      title: 'Indisponível no momento',
      text: 'O profissional não está aceitando essas reservas no momento.',
    },
    provider_inactive: {
      title: 'Indisponível no momento',
      text: 'O profissional não está aceitando reservas no momento.',
    },
    account_suspended: {
      title: 'Indisponível no momento',
      text: 'O profissional não está aceitando reservas no momento.',
    },
    not_a_candidate: {
      title: 'Esta opção não está mais disponível',
      text: 'Escolha outra pessoa ou “Sem preferência”.',
    },
    too_late_to_change: {
      title: 'É tarde demais para alterar',
      text: 'Esta reserva já começou. Entre em contato com o profissional.',
    },
    reschedule_limit_reached: {
      title: 'Esta reserva não pode mais ser remarcada',
      text: 'Ela já foi remarcada tantas vezes quanto o profissional permite. Entre em contato com o profissional.',
    },
    payment_required: {
      title: 'Pagamento necessário',
      text: 'A reserva é confirmada depois do pagamento.',
    },
    payment_unavailable: {
      title: 'Não podemos receber pagamentos agora',
      text: 'O serviço de pagamento não está respondendo. Tente novamente em instantes. Nada foi cobrado.',
    },
    validation_failed: {
      title: 'Verifique seus dados',
      text: 'Alguns dados não são válidos. Corrija-os e tente novamente.',
    },
    request_in_progress: {
      title: 'Ainda em processamento',
      text: 'Sua solicitação ainda está sendo processada. Tente novamente em instantes.',
    },
  },
  details: {
    name: 'Nome',
    email: 'E-mail',
    note: 'Mensagem (opcional)',
    nameMissing: 'Digite seu nome',
    emailWrong: 'Digite um endereço de e-mail, por exemplo ada@example.com',
    emailLetters:
      'Antes do @, use apenas letras de a a z, números e sinais, por exemplo ada@example.com',
    phone: 'Número de telefone',
    phoneHint: 'Nesse caso, você não recebe e-mails. Guarde o link que mostraremos no final.',
    phoneWrong: 'Digite um número de telefone, por exemplo +55\u00a011\u00a03123\u00a04567',
    usePhone: 'Usar um número de telefone',
    useEmail: 'Usar um endereço de e-mail',
    notAccepted: 'Este valor não foi aceito. Verifique-o e tente novamente.',
  },
  calendarLinks: {
    title: 'Adicionar à agenda',
    download: 'Arquivo de agenda (.ics)',
    google: 'Google Agenda',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'sob consulta',
    dates: 'Horário marcado',
    from: (day) => `a partir de ${day}`,
    next: (when) => `Próximo horário: ${when}`,
  },
  location: {
    where: 'Local',
    inPerson: 'Presencial',
    callNumber: (phone) => `Por telefone: você liga para ${phone}`,
    callYou: 'Por telefone: nós ligamos para você',
    link: 'On-line',
    googleMeet: 'On-line: Google Meet',
    teams: 'On-line: Microsoft Teams',
    askBooker: 'Em um local que você escolher',
    join: 'Participar on-line',
  },
  redirect: {
    going: (site) => `Levando você para ${site}…`,
    goNow: 'Continuar',
  },
  signedIn: {
    as: (email) => `Acesso com ${email}`,
    signOut: 'Sair',
  },
  nights: {
    chooseArrival: 'Escolha a data de chegada.',
    chooseDeparture: 'Escolha a data de saída.',
    arrival: 'Chegada',
    departure: 'Saída',
    length: 'Duração da estadia',
    nights: (count) => plural(count, { one: '# noite', other: '# noites' }),
    canArrive: 'chegada possível',
    canLeave: (nights) =>
      `saída possível, ${plural(nights, { one: '# noite', other: '# noites' })}`,
    inStay: 'parte da sua estadia',
    taken: 'ocupado',
    closed: 'fechado',
    notPossible: 'indisponível',
    lead: (checkIn, checkOut) => `Check-in a partir das ${checkIn}, check-out até as ${checkOut}.`,
    houseRules: 'Regras da casa',
    minNights: (count) => plural(count, { 1: '', other: 'Estadia mínima: # noites.' }),
    maxNights: (count) =>
      `Estadia máxima: ${plural(count, { one: '# noite', other: '# noites' })}.`,
    takenTitle: 'Algumas noites acabaram de ser ocupadas',
    ruleTitle: 'Não é possível reservar estas datas',
    rule: 'As regras de reserva mudaram. Escolha outras datas.',
    startOver: 'Escolher outras datas',
    from: (day, time) => `${day}, a partir das ${time}`,
    by: (day, time) => `${day}, até as ${time}`,
    zone: (city) => `Todos os horários são no horário local de ${city}.`,
    moveTitle: 'Escolha novas datas',
    moveNote: 'Você mantém suas noites até que as novas sejam reservadas.',
    moveYes: (arrival, departure) => `Mudar a estadia para ${arrival} – ${departure}`,
    keepDates: 'Manter minhas datas',
    notFreeTitle: 'Estas datas não são possíveis',
    notFree: 'Algumas noites acabaram de ser ocupadas ou as regras mudaram. Escolha outras datas.',
    newTotal: (amount) => `Com estas datas, sua estadia custa ${amount} no total.`,
    newTotalNote:
      'Se for mais do que antes, enviaremos por e-mail um link para pagar o restante. Se for menos, você recebe de volta o que a política de cancelamento permite.',
    perNight: (amount: string) => `${amount} por noite`,
    total: (amount: string) => `Total: ${amount}`,
    bookThese: 'Reservar estas datas',
  },
} satisfies SharedTranslations
