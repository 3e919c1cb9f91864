/** The labels of a prompt in alphabetical order, and those that most accounts use. */
export const suggestLabels = (labels: Readonly<Record<string, number>>): readonly string[] => [
  ...new Set([...Object.keys(labels).sort(), 'production', 'staging']),
];
