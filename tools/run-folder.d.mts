export function createRunFolder(): string
