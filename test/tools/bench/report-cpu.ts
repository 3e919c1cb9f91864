/** Preloaded into a measured program where the kernel does not report the CPU time of a process. */
process.on('message', () => process.send?.(process.cpuUsage()));
process.channel?.unref();
